import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Builds the program once for all tests, with the page that is in ui/dist.
export default function build() {
  const dir = mkdtempSync(join(tmpdir(), 'souvenir-e2e-'))
  process.env.SOUVENIR_BIN = join(dir, 'souvenir')
  execFileSync('go', ['build', '-o', process.env.SOUVENIR_BIN, './cmd/souvenir'], {
    cwd: join(import.meta.dirname, '../..'), env: { ...process.env, CGO_ENABLED: '0' }, stdio: 'inherit',
  })
  return () => rmSync(dir, { recursive: true, force: true })
}
