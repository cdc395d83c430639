import { expect, freePort, test } from './server'

test('the server goes away and comes back: the page says so and recovers by itself @once', async ({ page, serve, user }) => {
  const s = await serve({ port: await freePort() })
  await s.state(user, 'User owns a zebra')
  await page.goto(`${s.url}/?user=${user}`)
  await expect(page.getByText('User owns a zebra').first()).toBeVisible()
  const away = page.getByRole('alert').filter({ hasText: 'The server is away' })
  await expect(away).toHaveCount(0)

  await s.stop()
  await expect(away).toBeVisible()
  await expect(page.getByText('User owns a zebra').first()).toBeVisible() // what was shown stays

  await s.start()
  await s.state(user, 'User plays the oboe')
  await expect(away).toHaveCount(0)
  await expect(page.getByText('User plays the oboe').first()).toBeVisible()

  // And it is live again.
  await s.state(user, 'User keeps bees')
  await expect(page.getByText('User keeps bees').first()).toBeVisible()
})
