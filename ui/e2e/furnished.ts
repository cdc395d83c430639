// A server that has been lived in, for looking at.
import type { Reply, Server } from './server'

/** replies are what the model says to the conversations below, in their order. */
export const replies: Reply[] = [
  memories(
    ['Ada is training for a half marathon in Lyon in May', 'project', 0.93, ['running', 'goals'], 'I am training for the half marathon in Lyon in May'],
    ['Ada prefers to run early in the morning', 'preference', 0.82, ['running', 'routine'], 'I prefer to run early in the morning'],
  ),
  memories(
    ['Ada is writing a thesis about coral reefs', 'project', 0.95, ['thesis', 'science'], 'my thesis about coral reefs is due in June'],
    ['Ada has to hand in the thesis in June', 'task', 0.9, ['thesis', 'deadline'], 'my thesis about coral reefs is due in June'],
    ['Ada finds statistics hard', 'fact', 0.74, ['thesis'], 'the statistics are hard for me'],
    ['Ada is often tired', 'fact', 0.4, ['mood'], 'the statistics are hard for me'],
    ['Ada owns a sailing boat called Alma', 'fact', 0.9, ['boat'], 'I own a sailing boat called Alma'],
  ),
  { text: 'I am so sorry, but I would rather talk about something else.', fault: 'prose' },
  { text: 'I am so sorry, but I would rather talk about something else.', fault: 'prose' },
]

function memories(...items: [content: string, type: string, confidence: number, tags: string[], quote: string][]): Reply {
  const list = items.map(([content, type, confidence, tags, quote]) => ({ content, type, scope: 'user_global', confidence, tags, evidence: [quote] }))
  return { text: JSON.stringify({ memories: list }), calls: undefined }
}

/** furnish gives the server people, talks, memories, doubts, failures and agents. */
export async function furnish(s: Server) {
  await s.say('ada', 'Morning runs', 'I am training for the half marathon in Lyon in May', { role: 'assistant', content: 'How often do you run?' }, 'I prefer to run early in the morning')
  await s.say('ada', 'Thesis', 'my thesis about coral reefs is due in June', 'the statistics are hard for me')
  const told: [string, Record<string, unknown>][] = [
    ['Ada is allergic to peanuts', { category: 'personal_info', importance: 9, confidence: 0.99, priority: 100, tags: ['health', 'food'] }],
    ['Ada loves jasmine tea and does not drink coffee', { category: 'preference', importance: 5, confidence: 0.92, tags: ['food'] }],
    ['Ada spent the summer of 2019 on a research ship off Réunion', { category: 'experience', type: 'experience', importance: 6, confidence: 0.9, tags: ['travel', 'science'] }],
    ['Tom is Ada’s brother; he is a nurse in Ghent', { category: 'relationship', type: 'relationship', importance: 7, confidence: 0.96, tags: ['family'] }],
    ['Ada wants to learn to sail before she turns forty', { category: 'goal', type: 'project', importance: 6, confidence: 0.85, tags: ['goals'] }],
    ['Ada speaks French, English and a little Mandarin', { category: 'skill', importance: 6, confidence: 0.97, tags: ['languages'] }],
    ['Ada has two cats, Miso and Pixel', { category: 'personal_info', importance: 5, confidence: 0.98, tags: ['family', 'pets'] }],
    ['Ada listens to Nina Simone while cooking', { category: 'preference', importance: 3, confidence: 0.8, tags: ['music'] }],
    ['Ada moved from Marseille to Lyon in 2021', { category: 'experience', type: 'experience', importance: 5, confidence: 0.94 }],
    ['小明喜欢在周末爬山', { category: 'preference', importance: 4, confidence: 0.9, tags: ['运动'] }],
  ]
  for (const [content, more] of told.reverse()) await s.state('ada', content, more)
  for (const [key, value] of [['home', 'Marseille'], ['home', 'Lyon'], ['work', 'Marine biologist'], ['diet', 'Vegetarian']]) {
    await s.ask('PUT', `/api/v1/users/ada/facts/${key}`, { value })
  }
  await s.ask('PUT', '/api/v1/users/ada/rolecard', { name: 'Ada', occupation: 'Marine biologist', personality: 'curious, direct', interests: ['reefs', 'running'] }).catch(() => {})
  await s.ask('POST', '/api/v1/conversations/Odd%20evening/messages', { user: 'tom', messages: [{ role: 'user', content: 'My sister and I will meet in Bruges on Friday' }] })
  await until(async () => (await s.ask('GET', '/api/v1/queue')).failed > 0)
  await s.state('tom', 'Tom works night shifts at the hospital in Ghent', { category: 'personal_info', importance: 8 })
  await s.state('mei', '小美在上海学习设计', { category: 'personal_info', importance: 7 })
  const styles = ['rules']
  await s.ask('POST', '/api/v1/conversations/Doctor/messages?wait=20s', { user: 'ada', styles, messages: [{ role: 'user', content: 'I have asthma.' }, { role: 'user', content: 'I am allergic to shellfish.' }] })
  await s.state('tom', 'Tom is waiting for a parcel from Antwerp', { expiry: 'temporary', expires_at: new Date(Date.now() + 1500).toISOString() })
  await s.ask('PUT', '/api/v1/agents/mia', { name: 'Mia', model: 'llmtest', immersion: 'full', overrides: { extract_relationships: true }, styles: ['companion'] })
  await s.ask('PUT', '/api/v1/agents/coder', { name: 'Coder', immersion: 'minimal', styles: ['selective'], temperature: 0.1 })
  await s.ask('PUT', '/api/v1/agents/luo', { name: '洛', immersion: 'unbounded', overrides: { extract_projects: false } })
}

export async function until(is: () => Promise<boolean>) {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (await is()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not happen')
}
