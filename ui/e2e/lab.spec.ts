import { expect, test } from './server'

test('a query shows its lists, each part of a score, and the block', async ({ page, server, user }) => {
  await server.state(user, 'User is allergic to peanuts', { importance: 9 })
  await server.state(user, 'User plays the oboe')
  await server.state(user, '<img src=x onerror=alert(1)> peanuts [link](javascript:alert(2))')
  let alarmed = false
  page.on('dialog', (d) => ((alarmed = true), d.dismiss()))

  await page.goto(`/lab?user=${user}`)
  await expect(page.getByText('Ask something')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Query' }).fill('am I allergic to peanuts?')
  const hits = page.getByRole('list', { name: 'Memories, best first' }).getByRole('listitem')
  await expect(hits.first()).toContainText('User is allergic to peanuts')
  for (const part of ['words', 'meaning', 'importance', 'priority']) await expect(hits.first().locator('.part').filter({ hasText: part })).toBeVisible()
  await expect(hits.first()).toContainText('in the block')
  await expect(page).toHaveURL(/q=am/)

  // The parts are the score.
  const answer = await server.ask('POST', '/api/v1/recall', { user, query: 'am I allergic to peanuts?', explain: true })
  const sum = Object.values<number>(answer.memories[0].explain).reduce((a, b) => a + b, 0)
  expect(sum).toBeCloseTo(answer.memories[0].score, 6)

  const block = page.getByTestId('block')
  await expect(block).toContainText('User is allergic to peanuts')
  await expect(block).toContainText('onerror=alert(1)')
  await page.getByRole('tab', { name: 'Lists' }).click()
  for (const list of ['By words', 'By meaning', 'Fused']) await expect(page.getByRole('list', { name: list }).getByRole('listitem').first()).toContainText('peanuts')

  // Hardly any room, and a time before anything was known.
  await page.getByRole('spinbutton', { name: 'Budget, in tokens' }).fill('5')
  await page.getByRole('spinbutton', { name: 'Budget, in tokens' }).press('Enter')
  await expect(page.getByText('The block is empty.')).toBeVisible()
  await page.getByLabel('As of').fill('2001-01-01T10:00')
  await expect(page.getByText('Nothing that is known bears on this.')).toBeVisible()
  expect(alarmed).toBe(false)
})
