import { until } from './furnished'
import { expect, test } from './server'

test('the queue is paused, watched and resumed, live', async ({ page, serve }) => {
  const s = await serve() // pausing is for everybody
  await page.goto(`${s.url}/operations`)
  await expect(page.getByText('At rest')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()

  // What somebody else does shows without asking again.
  for (const n of [1, 2, 3]) await s.ask('POST', `/api/v1/conversations/c${n}/messages`, { user: 'ann', messages: [{ role: 'user', content: 'I live in Lyon' }] })
  const tile = (name: string) => page.locator('.tile').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(tile('Waiting')).toContainText('3')
  await expect(tile('Oldest waits')).not.toContainText('none')

  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(tile('Waiting')).toContainText('0')
  await expect(page.getByRole('img', { name: /3 jobs done and 0 failed/ })).toBeVisible()
  await expect(tile('Rate')).toContainText('0.6/min')
})

test('a job that failed says why and is retried; the model is looked after', async ({ page, serve, model }) => {
  const bad = { text: 'I would rather talk about <b>something else</b>.' }
  const found = (content: string, quote: string, confidence = 0.9) => ({ content, type: 'fact', scope: 'user_global', confidence, tags: ['a'], evidence: [quote] })
  const good = { text: JSON.stringify({ memories: [found('Ann works as a baker in Ghent', 'I work as a baker in Ghent'), found('Ann owns a yacht', 'I work as a baker in Ghent', 0.1)] }) }
  const m = await model([bad, bad, good])
  const s = await serve({ set: { ...m.settings, 'llm.price_in': '1000', 'llm.price_out': '1000', 'llm.daily_tokens': '1000000' } })
  await s.ask('POST', '/api/v1/conversations/odd/messages', { user: 'ann', messages: [{ role: 'user', content: 'I work as a baker in Ghent' }] })
  await until(async () => (await s.ask('GET', '/api/v1/queue')).failed === 1)

  await page.goto(`${s.url}/operations`)
  const failed = page.getByRole('region', { name: 'What failed' })
  await expect(failed).toContainText("The model's reply could not be read")
  await failed.getByText('What the model said').click()
  await expect(failed.locator('pre')).toContainText('<b>something else</b>')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toContainText('Nothing failed.')

  const health = page.getByRole('region', { name: 'Model', exact: true })
  await expect(health).toContainText('Answers')
  await health.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The model answers.')).toBeVisible()
  const spend = page.getByRole('region', { name: 'Tokens and spend' })
  await expect(spend).toContainText(/Spent today 0?\.?\d/)
  await expect(spend.getByRole('meter')).toBeVisible()
  await expect(spend.getByRole('row', { name: /scoped llmtest/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Refusals by rule' }).getByRole('listitem').first()).toBeVisible()

  await m.close()
  await health.getByRole('button', { name: 'Check now' }).click()
  await expect(health).toContainText('Fails')
  await expect(health).toContainText('Last error')
})

test('an audit finds what is wrong, shows what it would do, and mends it', async ({ page, serve, user }) => {
  const s = await serve()
  await s.state(user, 'User is waiting for a parcel', { importance: 9, expires_at: new Date(Date.now() + 800).toISOString() })
  await s.state(user, 'User has a sister named Anna', { importance: 5 })
  await page.goto(`${s.url}/operations`)
  await expect(page.getByRole('img', { name: 'Active memories by importance, 1 to 10' })).toBeVisible()
  const audit = page.getByRole('region', { name: 'Audit' })
  await audit.getByRole('button', { name: 'Run the audit' }).click()
  await expect(audit).toContainText(/2 memories looked at/)
  await expect(async () => {
    if (!(await audit.getByText('User is waiting for a parcel').isVisible())) await audit.getByRole('button', { name: 'Run again' }).click()
    await expect(audit.getByText('User is waiting for a parcel')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await audit.getByRole('button', { name: 'Mend…' }).click()
  const plan = page.getByRole('dialog')
  await expect(plan).toContainText('User is waiting for a parcel')
  expect((await s.ask('GET', `/api/v1/memories?user=${user}`)).items).toHaveLength(2) // nothing is done yet
  await plan.getByRole('button', { name: 'Mend 1 memory' }).click()
  await expect(audit).toContainText('Nothing is wrong.')
  expect((await s.ask('GET', `/api/v1/memories?user=${user}&status=active`)).items).toHaveLength(1)
})
