import { expect, freePort, test } from './server'

// phone screens show the list or the conversation, wide ones both.
const open = (user: string, id = '') => `/conversations${id && `/${encodeURIComponent(id)}`}?user=${encodeURIComponent(user)}`

test('a conversation is found, and its transcript shows what came of each message', async ({ page, server, user }) => {
  await server.say(user, 'garden', { role: 'user', id: 'first', content: 'I live in Lyon and I grow tomatoes' }, { role: 'assistant', content: 'How nice!' }, 'ok thanks')
  await server.say(user, 'work', 'I work as a nurse')
  await server.say(user, 'odd', '<img src=x onerror=alert(1)> I live in [Paris](javascript:alert(2))')
  let alarmed = false
  page.on('dialog', (d) => ((alarmed = true), d.dismiss()))

  await page.goto(open(user))
  const list = page.getByRole('listbox', { name: 'Conversations' })
  await expect(list.getByRole('option')).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search titles and words' }).fill('tomatoes')
  await expect(list.getByRole('option')).toHaveCount(1)
  await list.getByRole('option').click()
  await expect(page).toHaveURL(/message=first/)

  const transcript = page.getByRole('region', { name: 'Transcript' })
  const first = transcript.locator('[data-message=first]')
  await expect(first).toContainText('I live in Lyon and I grow tomatoes')
  await expect(first.locator('mark').first()).toBeVisible()
  await expect(first.getByText('Remembered')).toBeVisible()
  await expect(transcript.getByText('Nothing to keep')).toBeVisible()
  await expect(first.getByRole('link', { name: 'User lives in Lyon' })).toHaveAttribute('href', /memory=/)

  await page.goto(open(user, 'odd'))
  await expect(transcript).toContainText('<img src=x onerror=alert(1)>')
  expect(alarmed).toBe(false)

  // another address shows the same in Chinese
  await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.goto(open(user, 'garden'))
  await expect(page.getByText('已记住')).toBeVisible()
})

test('a conversation is renamed, made private and deleted', async ({ page, server, user }) => {
  await server.say(user, 'c', 'I live in Lyon')
  await page.goto(open(user, 'c'))
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('About Lyon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'About Lyon' })).toBeVisible()

  await page.getByRole('button', { name: 'Make private' }).click()
  await expect(page.getByText('This conversation is private.', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Analyze now' }).first()).toBeDisabled()
  await page.getByRole('textbox', { name: /Say something/ }).fill('I work as a spy')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Transcript' }).getByText('Private')).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByLabel(/Also end/).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/conversations\?user=/)
  await expect.poll(async () => (await server.ask('GET', `/api/v1/conversations?user=${user}`)).items.length).toBe(0)
  expect((await server.ask('GET', `/api/v1/memories?user=${user}`)).items).toHaveLength(0)
})

test('a long conversation begins at its end and grows upwards', { tag: '@once' }, async ({ page, server, user }) => {
  const messages = Array.from({ length: 150 }, (_, n) => ({ id: `m${n}`, role: 'assistant', content: `Line ${n}.\nMore of it.\nAnd more.` }))
  await server.ask('POST', `/api/v1/conversations/long/messages?wait=20s`, { user, messages })
  await page.goto(open(user, 'long'))
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await expect(transcript.locator('[data-message=m149]')).toBeInViewport()
  await expect(transcript.locator('[data-message=m0]')).toHaveCount(0)
  await expect(async () => {
    await transcript.evaluate((box) => (box.scrollTop = 0))
    await expect(transcript.locator('[data-message=m0]')).toHaveCount(1, { timeout: 500 })
  }).toPass()

  await page.goto(`${open(user, 'long')}&message=m40`)
  await expect(transcript.locator('[data-message=m40]')).toBeInViewport()
  await expect(transcript.locator('[data-message=m149]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Go to the end' }).click()
  await expect(transcript.locator('[data-message=m149]')).toBeInViewport()
})

test('on a new server one gives a name, says something and sees it stored; a draft outlives a restart', async ({ page, serve }) => {
  const port = await freePort()
  const server = await serve({ port })
  await page.goto(`${server.url}/conversations`)
  await page.getByLabel('Name of the user').fill('ana')
  await page.getByLabel('Message').fill('I live in Lyon and I work as a nurse.')
  await page.getByRole('button', { name: 'Send' }).click()
  const steps = page.getByRole('list', { name: 'How far it has come' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Stored' })).toContainText('2 stored')
  await expect(page.getByRole('link', { name: 'User works as a nurse' })).toBeVisible()

  const box = page.getByRole('textbox', { name: /Say something/ })
  await box.fill('I like green tea')
  await server.stop()
  await expect(page.getByText('The server is away')).toBeVisible()
  await server.start()
  await expect(page.getByText('The server is away')).toBeHidden()
  await page.reload()
  await expect(box).toHaveValue('I like green tea')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('link', { name: /green tea/ })).toBeVisible()
  await expect(box).toHaveValue('')
})

test('a conversation is analyzed by a model, and the analysis is kept', async ({ page, serve, model }) => {
  const found = (tone: string) => ({
    calls: [
      JSON.stringify({
        memories: [{ content: 'User is training for a marathon in Lyon.', type: 'project', confidence: 0.9, reasoning: 'said so', evidence: ['training for the marathon in Lyon'] }],
        summary: 'The user talks about running.', themes: ['running'], tone, emotional_arc: ['start: tired', 'end: hopeful'], participants: ['user'], key_topics: ['marathon'],
      }),
    ],
    delay: '300ms',
  })
  const m = await model([found('hopeful'), found('proud')])
  const server = await serve({ set: { ...m.settings, 'extraction.enabled': 'false' } })
  await server.say('ann', 'c', 'I am training for the marathon in Lyon', 'It is hard')
  await page.goto(`${server.url}/conversations/c?user=ann`)
  await page.getByRole('button', { name: 'Analyze now' }).first().click()
  await expect(page.getByText('There is little to analyze')).toBeVisible()
  await page.getByRole('button', { name: 'Analyze anyway' }).click()
  await expect(page.getByText('The user talks about running.')).toBeVisible()
  await expect(page.getByText('hopeful', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Emotional arc: start: tired, end: hopeful' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Memories by type' })).toContainText('project')
  await expect(page.getByRole('link', { name: 'User is training for a marathon in Lyon.' })).toBeVisible()

  await page.getByRole('button', { name: 'Analyze now' }).first().click()
  await page.getByRole('button', { name: 'Analyze anyway' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('button')).toHaveCount(2)
  await expect(page.getByText('proud', { exact: true })).toBeVisible()
  await history.getByRole('button').last().click()
  await expect(page.getByText('hopeful', { exact: true }).first()).toBeVisible()
})

test('without a model the analysis says what to configure', { tag: '@once' }, async ({ page, server, user }) => {
  await server.say(user, 'c', 'I live in Lyon')
  await page.goto(open(user, 'c'))
  await page.getByRole('button', { name: 'Analyze now' }).first().click()
  await expect(page.getByRole('alert')).toContainText('souvenir config set llm.endpoint')
})
