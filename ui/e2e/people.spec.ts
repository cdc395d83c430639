import { readFileSync } from 'node:fs'
import { expect, freePort, test } from './server'

const open = (user: string, tab = '') => `/people/${encodeURIComponent(user)}${tab && `?tab=${tab}`}`

test('a person has facts that are set, changed, forgotten and brought back, and a timeline that tells it', async ({ page, server, user }) => {
  await server.say(user, 'c', { role: 'user', id: 'said', content: 'I live in Lyon' })
  await page.goto(open(user))
  await expect(page.getByRole('link', { name: 'User lives in Lyon' })).toBeVisible()
  const told = page.getByRole('region', { name: 'What every prompt is told' })
  await expect(told).toContainText('home: User lives in Lyon')

  await page.getByLabel('Name', { exact: true }).fill('birthday')
  await page.getByLabel('Value', { exact: true }).fill('12 March 1991')
  await page.getByRole('button', { name: 'Set fact' }).click()
  await expect(told).toContainText('birthday: 12 March 1991')
  await page.getByRole('button', { name: 'Change birthday' }).click()
  await page.getByRole('textbox', { name: 'Change birthday' }).fill('12 March 1990')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(told).toContainText('birthday: 12 March 1990')
  await page.getByRole('button', { name: 'Forget birthday' }).click()
  await expect(told).not.toContainText('birthday')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(told).toContainText('birthday: 12 March 1990')

  await page.getByRole('tab', { name: 'Timeline' }).click()
  const changed = page.getByRole('listitem').filter({ hasText: 'Changed' })
  await expect(changed.locator('del')).toContainText('1991')
  await expect(changed.locator('ins')).toContainText('1990')
  const learnt = page.getByRole('listitem').filter({ hasText: 'User lives in Lyon' })
  await learnt.getByRole('link', { name: 'Said here' }).click()
  await expect(page).toHaveURL(/\/conversations\/c\?.*message=said/)
})

test('a role card is drafted, previewed, kept over a restart and saved; what waited for it is read', async ({ page, serve, model }) => {
  const digest = JSON.stringify({
    summary: 'I told Ann about my knee.', topicSummary: 'knee', keyTopics: ['knee'], facts: [{ content: 'The knee operation is on 12 May.', evidence: 'The doctor moved my knee operation to 12 May.' }],
    emotionalJourney: { start: 'worried', peak: 'worried', end: 'calm' }, memorableMoments: [],
    pendingTopics: [{ topic: 'Knee operation', context: 'It was moved to 12 May.', suggestedFollowUp: 'Ask how it went.', urgency: 'high' }],
    personalityFiltered: { retentionScore: 0.9, likelyToRecall: [], likelyToForget: [], forgetReason: '' }, tags: ['health'],
  })
  const m = await model([{ text: digest }, { text: digest }, { text: digest }])
  const server = await serve({ port: await freePort(), set: { ...m.settings, style: 'persona' } })
  await server.ask('POST', '/api/v1/conversations/c/messages?wait=20s', { user: 'henry', partner: 'Ann', messages: [{ role: 'user', content: 'The doctor moved my knee operation to 12 May.' }] })
  await page.goto(server.url + open('henry', 'card'))
  await expect(page.getByText('1 digest waits for a role card')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Henry')
  await page.getByRole('textbox', { name: 'Language' }).fill('en')
  await page.getByLabel('In a sentence').fill('A retired gardener')
  await page.getByRole('group', { name: 'Values' }).getByLabel('In points').fill('punctuality\nhis garden')
  const preview = page.getByRole('region', { name: 'What the prompt will say' })
  await expect(preview).toContainText('Henry: A retired gardener')
  await expect(preview).toContainText('[Values] punctuality; his garden')
  await expect(preview).toContainText('with this draft')

  await server.stop()
  await expect(page.getByText('The server is away')).toBeVisible()
  await server.start()
  await expect(page.getByText('The server is away')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('In a sentence')).toHaveValue('A retired gardener')
  await page.getByRole('button', { name: 'Save role card' }).click()
  await expect(preview).not.toContainText('with this draft')
  const card = await server.ask('GET', '/api/v1/users/henry/rolecard')
  expect(card.coreLayer.values.keyPoints).toEqual(['punctuality', 'his garden'])
  await expect.poll(async () => (await server.ask('GET', '/api/v1/episodes?user=henry&pending=true')).items.length).toBe(0)

  await page.getByRole('tab', { name: 'Open topics' }).click()
  const topic = page.getByRole('listitem').filter({ hasText: 'Knee operation' })
  await expect(topic).toContainText('Ask how it went.')
  await topic.getByRole('button', { name: 'Addressed' }).click()
  await expect(page.getByText('Nothing is open')).toBeVisible()
  await page.getByRole('tab', { name: 'Addressed' }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
})

test('process pending says what became of what waited', { tag: '@once' }, async ({ page, serve }) => {
  const server = await serve({ set: { style: 'persona' } })
  await server.say('henry', 'c', 'The doctor moved my knee operation to 12 May.')
  await page.goto(server.url + open('henry', 'card'))
  await page.getByRole('button', { name: 'Process now' }).click()
  await expect(page.getByText('0 of 1 read, 1 failed')).toBeVisible()
})

test('everything of a person is exported, restored to a date, and erased with a receipt', async ({ page, server, user }) => {
  await server.ask('PUT', `/api/v1/users/${user}/facts/city`, { value: 'Lyon' })
  const wait = Math.ceil(Date.now() / 1000) * 1000 + 1000
  await expect.poll(() => Date.now()).toBeGreaterThan(wait) // dates are given to the second
  const at = new Date(wait - 1000)
  await server.ask('PUT', `/api/v1/users/${user}/facts/city`, { value: 'Paris' })
  await page.goto(open(user, 'data'))
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download export' }).click()])
  expect(download.suggestedFilename()).toContain('.jsonl')
  expect(readFileSync(await download.path(), 'utf8')).toContain('"Lyon"')

  const local = at.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).replace(' ', 'T')
  const restore = page.getByRole('region', { name: 'Restore to a date' })
  await restore.getByLabel('Date and time').fill(local)
  await restore.getByRole('button', { name: 'Preview' }).click()
  await expect(restore.getByText('2 memories would change')).toBeVisible()
  await expect(restore.locator('del')).toContainText('Paris')
  expect((await server.ask('GET', `/api/v1/users/${user}/facts/city`)).value).toBe('Paris')
  await restore.getByRole('button', { name: 'Restore 2 memories' }).click()
  await expect.poll(async () => (await server.ask('GET', `/api/v1/users/${user}/facts/city`)).value).toBe('Lyon')

  await page.getByRole('button', { name: 'Dismiss' }).click() // it may lie over the button on a phone
  await page.getByRole('button', { name: `Erase ${user}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('memories 2')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await dialog.getByLabel(`Type ${user} to confirm`).fill(user)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByText('Signature')).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download receipt' }).click()])
  const receipt = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(await server.ask('POST', '/api/v1/erase/verify', { receipt, user })).toMatchObject({ valid: true, ours: true, about: true })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/people$/)
  expect((await server.ask('GET', '/api/v1/users')).items.some((one: { user: string }) => one.user === user)).toBe(false)
})
