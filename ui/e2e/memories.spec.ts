import { expect, test } from './server'
import type { Page } from '@playwright/test'

const list = (page: Page, user: string) => page.getByRole('listbox', { name: `Memories of ${user}` })
const row = (page: Page, user: string, text: string | RegExp) => list(page, user).getByRole('option').filter({ hasText: text })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notices' }).locator('.toast').filter({ hasText: text })

test('memories are searched, understood and narrowed', async ({ page, server, user }) => {
  await server.say(user, `${user}-c`, { id: `${user}-m1`, role: 'user', content: 'Good morning! My name is Maya and I live in Porto, near the river.' })
  await server.state(user, 'Maya is vegetarian.', { category: 'preference', tags: ['food'] })
  await server.state(user, 'Maya speaks some French.', { category: 'skill', tags: ['languages'], confidence: 0.6, agent: 'nova' })
  await server.state(user, 'Maya wants to open a studio.', { category: 'goal', type: 'project', origin: 'core' })

  await page.goto('/')
  await page.goto(`/?user=${user}`)
  await expect(row(page, user, 'vegetarian')).toContainText('Preference')
  await expect(row(page, user, 'French').getByRole('img', { name: 'Confidence 60%' })).toBeVisible()

  // Searching: best first, with how well it matches and why.
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('vegetarian')
  await expect(page).toHaveURL(/q=vegetarian/)
  await expect(list(page, user).getByRole('option').first()).toContainText(/vegetarian.*% match/)
  await list(page, user).getByRole('option').first().click()
  const drawer = page.getByRole('complementary', { name: 'Memory' })
  await expect(drawer.getByRole('list', { name: 'Why it matches' })).toContainText('Words')
  await expect(drawer).toContainText('It was stated outright')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).not.toHaveURL(/q=/)

  // Why do we know this: the words in their message.
  await row(page, user, 'Porto').click()
  await expect(drawer.locator('blockquote')).toHaveText('Good morning! My name is Maya and I live in Porto, near the river.')
  await expect(drawer.locator('mark')).toContainText('I live in Porto')
  await expect(drawer.getByRole('link', { name: 'Read the conversation' })).toHaveAttribute('href', `/conversations/${user}-c?user=${user}`)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // Narrowing, by the colours of categories and by the rest; the address keeps it.
  const phone = page.viewportSize()!.width < 760
  const skill = page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: /Skill/ })
  await skill.click()
  await expect(list(page, user).getByRole('option')).toHaveCount(1)
  await page.reload()
  await expect(list(page, user).getByRole('option')).toHaveCount(1)
  await skill.click()
  if (phone) await page.getByRole('button', { name: 'Filters' }).click()
  for (const [name, value, text] of [['Source', 'core', 'studio'], ['Tag', 'food', 'vegetarian'], ['Type', 'project', 'studio'], ['Agent', 'nova', 'French']] as const) {
    await page.getByRole('combobox', { name, exact: true }).selectOption(value)
    await expect(list(page, user).getByRole('option')).toHaveCount(1)
    await expect(list(page, user).getByRole('option')).toContainText(text)
    await page.getByRole('combobox', { name, exact: true }).selectOption('')
  }
  await page.getByRole('combobox', { name: 'Status' }).selectOption('deleted')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

test('memories are added, corrected, and everything can be taken back', async ({ page, server, user }) => {
  await server.state(user, 'Maya lives in Porto.', { category: 'personal_info', tags: ['home'] })
  await server.state(user, 'Maya has a cat.', { category: 'relationship' })
  await page.goto(`/?user=${user}`)

  await page.getByRole('button', { name: 'Add a memory' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What should be remembered?').fill('Maya plays the cello.')
  await dialog.getByLabel('Category').selectOption('skill')
  await dialog.getByLabel('Tags').fill('music, strings')
  await dialog.getByRole('button', { name: 'Add a memory' }).click()
  await expect(row(page, user, 'cello')).toContainText('#music')
  await expect(toast(page, 'Remembered: “Maya plays the cello.”')).toBeVisible()

  // An edit sends what was changed, and nothing else.
  await row(page, user, 'Porto').click()
  const drawer = page.getByRole('complementary', { name: 'Memory' })
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('What is remembered').fill('Maya lives in Lisbon.')
  const sent = page.waitForRequest((r) => r.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ content: 'Maya lives in Lisbon.' })
  await expect(drawer.locator('.content')).toHaveText('Maya lives in Lisbon.')
  await expect(drawer.locator('del')).toContainText('Porto.')
  await expect(drawer.locator('ins')).toContainText('Lisbon.')

  await drawer.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(drawer.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await expect(drawer).toContainText('Priority: 80 → 100')

  // The toast about the edit takes the edit back, although the pin came later... which stands in its way, and is said.
  await toast(page, 'Pinned').getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await expect(drawer.locator('.content')).toHaveText('Maya lives in Lisbon.')
  await drawer.getByRole('listitem').filter({ hasText: 'Edited' }).filter({ hasText: 'Lisbon' }).getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.locator('.content')).toHaveText('Maya lives in Porto.')
  await drawer.getByRole('button', { name: 'Close' }).click()

  // Deleting asks first; its toast brings exactly that memory back.
  await row(page, user, 'cat').click()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, user, 'cat')).toHaveCount(0)
  await expect(drawer).toContainText('Deleted')
  await toast(page, 'Deleted “Maya has a cat.”').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, user, 'cat')).toHaveCount(1)

  await drawer.getByRole('button', { name: 'Incorrect' }).click()
  await dialog.getByLabel('Why').fill('It is a dog.')
  await dialog.getByRole('button', { name: 'Incorrect' }).click()
  await expect(row(page, user, 'cat')).toHaveCount(0)
  expect((await server.ask('GET', `/api/v1/retirements?user=${user}`)).items).toHaveLength(1)
  await expect(drawer).toContainText('It is a dog.')
  await toast(page, 'incorrect').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, user, 'cat')).toHaveCount(1)
})

test('the keyboard is enough, and what others write appears by itself @once', async ({ page, server, user }) => {
  for (const text of ['Maya likes figs.', 'Maya likes tea.', 'Maya likes rain.']) await server.state(user, text)
  await page.goto(`/?user=${user}`)
  await expect(row(page, user, 'figs')).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, user, 'rain')).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(page, user, 'tea')).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: 'Memory' })
  await expect(drawer.locator('.content')).toHaveText('Maya likes tea.')
  await page.keyboard.press('j')
  await expect(drawer.locator('.content')).toHaveText('Maya likes figs.')
  await page.keyboard.press('p')
  await expect(drawer.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(drawer.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, user, 'figs')).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Edit the memory' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Pin or unpin')
  await page.keyboard.press('Escape')

  // The list is one stop for Tab.
  await row(page, user, 'tea').focus()
  await page.keyboard.press('Tab')
  await expect(list(page, user).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(row(page, user, 'tea')).toBeFocused()

  await server.state(user, 'Maya likes snow.')
  await expect(row(page, user, 'snow')).toBeVisible()
  await expect(page.getByRole('heading', { name: /4 memories/ })).toBeVisible()
})

test('what is remembered is text, whatever it says', async ({ page, server, user }) => {
  const evil = ['<img src=x onerror=alert(1)>', 'See [the plan](javascript:alert(1)) and <b>more</b>', '<script>alert(1)</script> {@html "x"} {{7*7}}']
  for (const text of evil) await server.state(user, text, { tags: ['<i>tag</i>'], category: '<u>c</u>', key: `<s>${text.length}</s>` })
  await server.say(user, `${user}-e`, { role: 'user', content: 'My name is <img src=x onerror=alert(1)>. I live in Porto.' })
  let alerted = false
  page.on('dialog', (d) => { alerted = true; void d.dismiss() })

  await page.goto(`/?user=${user}`)
  const drawer = page.getByRole('complementary', { name: 'Memory' })
  for (const text of evil) {
    await row(page, user, text).click()
    await expect(drawer.locator('.content')).toHaveText(text)
    await drawer.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog').getByLabel('What is remembered')).toHaveValue(text)
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(toast(page, text)).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
  }
  await row(page, user, 'Porto').click()
  await expect(drawer.locator('blockquote')).toContainText('<img src=x onerror=alert(1)>')
  expect(await page.locator('main img, main script, main b, main i, main u, main s').count()).toBe(0)
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  expect(alerted).toBe(false)
})

test('ten thousand memories are a list of some dozen rows @once', async ({ page, server, user }) => {
  const topics = ['rivers', 'violins', 'bridges', 'lanterns', 'gardens']
  const at = '2026-01-01T00:00:00Z'
  const memory = (n: number) => ({
    id: `${user}-${n}`, user, style: 'verbatim', origin: 'explicit', type: 'fact', content: `Note ${n} of Maya is about ${topics[n % 5]} and number ${n * 7}.`, tags: [topics[n % 5]],
    priority: 80, scope: 'user_global', expiry: 'permanent', status: 'active', trust: 'user', said_at: at, created_at: at, updated_at: at,
  })
  await server.bring(user, [{ type: 'souvenir', data: { version: 1, user, counts: {} } }, ...Array.from({ length: 10_000 }, (_, n) => ({ type: 'memory', data: memory(n) }))])
  await page.goto(`/?user=${user}`)
  await expect(page.getByRole('heading', { name: /10,000 memories/ })).toBeVisible()
  const rows = list(page, user).getByRole('option')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  await rows.first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('End')
  expect(await rows.count()).toBeLessThan(60)

  // Room is kept for all; what comes into sight is loaded.
  await list(page, user).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(row(page, user, /Note 0 of/)).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)

  await page.getByRole('searchbox').fill('note 4321')
  await expect(rows.first()).toContainText('Note 4321 of')
  expect(await rows.count()).toBeLessThan(60)
})
