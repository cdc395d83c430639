import { defineConfig } from '@playwright/test'

// The page is driven with the Chromium of the machine, against a real server.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/build.ts',
  outputDir: 'test-results',
  reporter: process.env.CI ? 'line' : 'list',
  workers: 2,
  retries: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    actionTimeout: 20_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide-light', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
    { name: 'phone-dark', grepInvert: /@once/, use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } },
  ],
})
