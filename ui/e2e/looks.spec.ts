// Every view in light and dark, on a phone and on a wide screen: nothing that keeps people out, nothing that
// sticks out, and pictures for docs/page where they are asked for (SHOTS=1).
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { furnish, replies } from './furnished'
import { expect, Model, Server, test } from './server'

const views: [name: string, path: string, shows: string | RegExp][] = [
  ['memories', '/?user=ada', 'Ada is allergic to peanuts'],
  ['review', '/review?user=ada', 'Ada prefers to run early in the morning'],
  ['conversations', '/conversations/Thesis?user=ada', 'coral reefs'],
  ['people', '/people/ada', 'Marine biologist'],
  ['agents', '/agents?agent=mia', 'Mia'],
  ['operations', '/operations', 'Jobs by minute'],
  ['lab', '/lab?user=ada&q=what+should+I+cook+for+Ada', 'allergic to peanuts'],
  ['settings', '/settings', 'Make the first key'],
  ['configuration', '/settings?tab=config', 'llm.endpoint'],
]
const shots = process.env.SHOTS ? join(import.meta.dirname, '../../docs/page') : ''

test.describe('@once looks', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  let model: Model
  let server: Server

  test.beforeAll(async () => {
    model = await new Model(replies).start()
    server = await new Server({ set: { ...model.settings, 'review.mode': 'confidence', 'llm.price_in': '0.5', 'llm.price_out': '1.5', 'llm.daily_tokens': '20000' } }).start()
    await furnish(server)
  })
  test.afterAll(async () => {
    await server?.close()
    await model?.close()
  })

  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    for (const colours of ['light', 'dark'] as const) {
      test(`${width} px, ${colours}`, async ({ browser }) => {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: colours, locale: 'en-GB', reducedMotion: 'reduce' })
        const page = await context.newPage()
        const problems = complaints(page)
        for (const [name, path, shows] of views) {
          await page.goto(server.url + path)
          await expect(page.getByText(shows).filter({ visible: true }).first(), name).toBeVisible()
          if (name === 'operations') {
            await page.getByRole('button', { name: 'Run the audit' }).click()
            await expect(page.getByText(/looked at/)).toBeVisible()
          }
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
          await fits(page, `${name} at ${width} px`)
          await accessible(page, `${name}, ${width} px, ${colours}`)
          if (shots && (width === 1440) === (colours === 'light')) await shoot(page, `${name}-${width === 1440 ? 'wide' : 'phone'}`, name === 'operations' && width === 1440)
        }
        expect(problems).toEqual([])
        await context.close()
      })
    }
  }

  test('in Chinese', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const [name, path] of views) {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading').filter({ visible: true }).first(), name).toBeVisible()
      await fits(page, `${name} in Chinese`)
      const words = await page.locator('nav').first().innerText()
      expect(words, name).toMatch(/[一-龥]/)
    }
    await context.close()
  })
})

/** complaints are what the browser's console says went wrong, the content security policy's refusals among it. */
function complaints(page: Page): string[] {
  const out: string[] = []
  page.on('console', (message) => message.type() === 'error' && out.push(message.text()))
  page.on('pageerror', (error) => out.push(String(error)))
  return out
}

/** fits says that nothing is wider than the screen. */
async function fits(page: Page, where: string) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, `${where}: wider than the screen by`).toBeLessThanOrEqual(0)
}

async function accessible(page: Page, where: string) {
  const found = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).analyze() // there are no frames to look into
  const serious = found.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
  expect(serious.map((one) => `${where}: ${one.id} (${one.help}): ${one.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)).toEqual([])
}

async function shoot(page: Page, name: string, whole: boolean) {
  if (whole) {
    const height = await page.evaluate(() => document.querySelector('main')!.scrollHeight)
    await page.setViewportSize({ width: page.viewportSize()!.width, height: Math.min(height, 2400) })
  }
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0))
  await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' })
  if (whole) await page.setViewportSize({ width: 1440, height: 900 })
}
