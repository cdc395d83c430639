import { expect, test } from './server'

test('keys are made, shown once and revoked; one signs in and out', async ({ page, serve }) => {
  const s = await serve({ set: { 'llm.api_key': 'sk-very-secret', 'queue.limit': '123' } })
  await s.state('ann', 'User owns a zebra')
  await page.goto(`${s.url}/settings`)
  await expect(page.getByText('No key exists')).toBeVisible()

  // The first key shuts the door behind us, and we are still inside.
  await page.getByRole('button', { name: 'Make the first key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('boss')
  await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
  const secret = await page.getByTestId('secret').innerText()
  expect(secret).toMatch(/^sk-souvenir-/)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByText('Signed in as boss · tenant')).toBeVisible()
  s.key = secret
  await expect(fetch(`${s.url}/api/v1/keys`).then((r) => r.status)).resolves.toBe(401)
  await page.reload()
  await expect(page.getByText('Signed in as boss · tenant')).toBeVisible()
  await expect(page.getByTestId('secret')).toHaveCount(0)
  const cookies = await page.context().cookies(`${s.url}/api/v1/session`)
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('app')
  await page.getByRole('dialog').getByLabel('Users it may act for').fill('ann, bob')
  await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
  const app = await page.getByTestId('secret').innerText()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByText('Acts for: ann, bob')).toBeVisible()

  // What is in effect, and where it comes from; secrets stay hidden.
  await page.getByRole('tab', { name: 'Settings in effect' }).click()
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('queue.limit')).toContainText('123')
  await expect(row('queue.limit')).toContainText('flag')
  await expect(row('llm.api_key')).toContainText('set (hidden)')
  expect(await page.content()).not.toContain('sk-very-secret')
  await page.getByRole('checkbox', { name: 'Only what was set' }).check()
  await expect(row('review.mode')).toHaveCount(0)
  await page.getByLabel('Find a setting').fill('queue')
  await expect(page.getByRole('listitem').filter({ hasText: 'llm.api_key' })).toHaveCount(0)

  // The key of an app sees its own users and no operations.
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Key').fill('sk-wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No key has this secret')).toBeVisible()
  await page.getByLabel('Key').fill(app)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Keys are shown to admin keys only')).toBeVisible()
  await page.goto(`${s.url}/operations`)
  await expect(page.getByText('This needs an admin key')).toBeVisible()
  await page.goto(`${s.url}/?user=ann`)
  await expect(page.getByText('User owns a zebra').first()).toBeVisible()

  // A key that is revoked is worth nothing, also where somebody is signed in with it.
  const all = await s.ask('GET', '/api/v1/keys')
  await s.ask('DELETE', `/api/v1/keys/${all.items.find((k: { name: string }) => k.name === 'app').id}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
