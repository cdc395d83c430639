// A real server for the tests, and ways to give it something to show.
import { test as base, expect } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export { expect }

/** What a scripted model says to one request; see `souvenir llmtest` in docs/cli.md. */
export interface Reply {
  text?: string
  calls?: string[]
  status?: number
  delay?: string
  fault?: string
}

export interface Options {
  /** Where it listens; zero means anywhere. Needed by whoever stops and starts it again. */
  port?: number
  /** Settings, by their names in souvenir.yaml. */
  set?: Record<string, string>
  /** The key that requests of the test itself are made with. */
  key?: string
}

/** Server is `souvenir serve` on a data directory of its own. */
export class Server {
  url = ''
  key = ''
  private process?: ChildProcess
  private readonly dir = mkdtempSync(join(tmpdir(), 'souvenir-e2e-data-'))

  constructor(private readonly options: Options = {}) {
    this.key = options.key ?? ''
  }

  async start(): Promise<this> {
    const set = Object.entries(this.options.set ?? {}).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const args = ['serve', '--db', join(this.dir, 'souvenir.db'), '--listen', `127.0.0.1:${this.options.port ?? 0}`, ...set]
    const begun = begin(args, this.dir)
    this.process = begun.process
    this.url = await begun.ready
    return this
  }

  /** Stops it; start() brings it back with what it knew. */
  async stop() {
    const p = this.process
    this.process = undefined
    if (!p || p.exitCode !== null) return
    const gone = new Promise((resolve) => p.once('exit', resolve))
    p.kill('SIGTERM')
    await gone
  }

  async close() {
    await this.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }

  /** Asks the REST API; anything but success is an error with the server's words. */
  async ask<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (this.key) headers.Authorization = `Bearer ${this.key}`
    const res = await fetch(this.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    const text = await res.text()
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`)
    return (/^[[{]/.test(text) ? JSON.parse(text) : text) as T
  }

  /** Says something as a user and waits until it was read. */
  say(user: string, conversation: string, ...lines: (string | { role: string; content: string; name?: string; at?: string; id?: string })[]) {
    const messages = lines.map((l) => (typeof l === 'string' ? { role: 'user', content: l } : l))
    return this.ask('POST', `/api/v1/conversations/${encodeURIComponent(conversation)}/messages?wait=20s`, { user, messages })
  }

  /** Remembers something outright. */
  state(user: string, content: string, more: Record<string, unknown> = {}) {
    return this.ask('POST', '/api/v1/memories', { user, content, ...more })
  }

  /** An export or a plain list of memories, as lines. */
  async bring(user: string, lines: unknown[]) {
    const headers: Record<string, string> = { 'Content-Type': 'application/x-ndjson' }
    if (this.key) headers.Authorization = `Bearer ${this.key}`
    const res = await fetch(`${this.url}/api/v1/import?user=${encodeURIComponent(user)}`, { method: 'POST', headers, body: lines.map((l) => JSON.stringify(l)).join('\n') })
    if (!res.ok) throw new Error(`import: ${res.status} ${await res.text()}`)
    return res.json()
  }
}

/** Model is `souvenir llmtest`: it plays its replies and then says back what it is told. */
export class Model {
  url = ''
  private process?: ChildProcess
  private readonly dir = mkdtempSync(join(tmpdir(), 'souvenir-e2e-model-'))

  constructor(private readonly script: Reply[] = []) {}

  async start(): Promise<this> {
    const file = join(this.dir, 'script.json')
    writeFileSync(file, JSON.stringify(this.script))
    const args = ['llmtest', '--listen', '127.0.0.1:0', ...(this.script.length ? ['--script', file] : [])]
    const begun = begin(args, this.dir)
    this.process = begun.process
    this.url = await begun.ready
    return this
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    return { 'llm.endpoint': this.url, 'llm.model': 'llmtest' }
  }

  async close() {
    const p = this.process
    if (p && p.exitCode === null) {
      const gone = new Promise((resolve) => p.once('exit', resolve))
      p.kill('SIGTERM')
      await gone
    }
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** begin starts our program away from anybody's configuration, and reads where it is. */
function begin(args: string[], home: string): { process: ChildProcess; ready: Promise<string> } {
  const bin = process.env.SOUVENIR_BIN
  if (!bin) throw new Error('SOUVENIR_BIN is not set; e2e/build.ts does that')
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home }
  const child = spawn(bin, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ready = new Promise<string>((resolve, reject) => {
    let out = ''
    const hear = (chunk: Buffer) => {
      out += chunk.toString()
      const at = / is ready at (http:\S+)\n/.exec(out)
      if (at) resolve(at[1]!)
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', (code) => reject(new Error(`souvenir ${args[0]} ended with ${code}:\n${out}`)))
  })
  return { process: child, ready }
}

/** freePort is one that is free twice, outside of those that systems give away themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if ((await isFree(port)) && (await isFree(port))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const s = createServer()
    s.once('error', () => resolve(false))
    s.listen(port, '127.0.0.1', () => s.close(() => resolve(true)))
  })
}

interface Own {
  /** A user whom no other test knows. */
  user: string
  /** Starts servers of the test's own, which are stopped when it ends. */
  serve: (o?: Options) => Promise<Server>
  /** Starts a scripted model of the test's own. */
  model: (script?: Reply[]) => Promise<Model>
}

export const test = base.extend<Own, { server: Server }>({
  // One server for all tests of a worker: they are kept apart by their users.
  server: [
    async ({}, use) => {
      const s = await new Server().start()
      await use(s)
      await s.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // A server that is asked for by a relative address.
  baseURL: async ({ server }, use) => use(server.url),
  user: async ({}, use, info) => use(`user-${info.testId.slice(-8)}-${info.retry}${info.project.name.slice(0, 1)}`),
  serve: async ({}, use) => {
    const all: Server[] = []
    await use(async (o) => {
      const s = new Server(o)
      all.push(s)
      return s.start()
    })
    for (const s of all) await s.close()
  },
  model: async ({}, use) => {
    const all: Model[] = []
    await use(async (script) => {
      const m = new Model(script)
      all.push(m)
      return m.start()
    })
    for (const m of all) await m.close()
  },
})
