/** `npm start` as a user runs it: started, started twice, killed, stopped. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { copyInstituteFiles } from '../support/content/institute.ts'
import { removeDataFolder } from '../support/data-folder.ts'
import { IS_LONG, longIt } from '../support/long.ts'

const root = join(import.meta.dirname, '..', '..')
const NOBODY = 65534

type Started = { process: ChildProcess; output: () => string; ended: Promise<number | null> }

const folders: string[] = []
/** The data folder of most starts, filled by the first one. Tests that need an empty folder have their own. */
const used = mkdtempSync(join(tmpdir(), 'maahad-used-'))
const USED = join(used, 'data')
const running: Started[] = []

afterEach(async () => {
  for (const started of running.splice(0)) {
    if (started.process.exitCode === null) started.process.kill('SIGTERM')
    await started.ended
  }
  for (const folder of folders.splice(0)) {
    removeDataFolder(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
})

afterAll(() => {
  removeDataFolder(USED)
  rmSync(used, { recursive: true, force: true })
})

/** A folder that only its owner may enter, like those of `mktemp -d`. */
function dataFolder(uid?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'maahad-start-'))
  if (uid !== undefined) chownSync(folder, uid, uid)
  folders.push(folder)
  return join(folder, 'data')
}

/** The demonstration's pictures in their sizes: making them takes longer than the start itself. */
function copyPictures(folder: string): Promise<void> {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl'), files: inject('files') }
  return copyInstituteFiles(cluster, folder)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function start(env: Record<string, string>, uid?: number): Started {
  const { DATABASE_URL: _, ...outside } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'start'], {
    cwd: root,
    env: { ...outside, LOG_LEVEL: 'warn', ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const started = {
    process: child,
    output: () => output,
    ended: new Promise<number | null>((resolve) => child.on('exit', resolve)),
  }
  running.push(started)
  return started
}

async function untilItServes(started: Started, port: number): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    if (started.process.exitCode !== null) throw new Error(`It ended: ${started.output()}`)
    if (started.output().includes('Ctrl-C ends it') && (await answers(port))) return
    await sleep(100)
  }
  throw new Error(`It does not serve: ${started.output()}`)
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  )
}

/** All descendants of a process, including the server and its database. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [...children.flatMap(family), pid]
}

function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // A short-lived process of PostgreSQL has ended meanwhile.
  }
}

/** The product ends on a signal without an error, and all its processes with it, the database too. */
async function expectCleanEnd(started: Started, signal: 'SIGINT' | 'SIGTERM') {
  const processes = family(started.process.pid!)
  started.process.kill(signal)
  expect(await started.ended).toBe(0)
  const alive = processes.filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
  expect(alive).toEqual([])
}

/** Another person each time, also when a test is repeated. */
const someone = () => `${randomUUID()}@example.com`

async function register(port: number, email: string) {
  return fetch(`http://localhost:${port}/api/Auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Sara',
      lastName: 'Ali',
      email,
      phone: '0501234567',
      password: 'Str0ng!pass',
      confirmPassword: 'Str0ng!pass',
      acceptTerms: true,
    }),
  })
}

const mails = async (port: number, to: string) =>
  (await fetch(`http://localhost:${port}/api/outbox?to=${to}`)).json() as Promise<unknown[]>

// Each test starts the whole product several times, the first time with all its content, which is slow on a busy machine.
describe('npm start', { timeout: 240_000 }, () => {
  it('prints the addresses, refuses a second start on the same folder, and ends cleanly on SIGINT', async () => {
    await copyPictures(USED)
    const port = await freePort()
    const first = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(first, port)
    expect(first.output()).toContain(`http://localhost:${port}/ar`)
    expect(first.output()).toContain('learner@maahad.example')
    expect(first.output()).toContain('/outbox')

    const second = start({ DATA_DIR: USED, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('Another Maahad is running on the data folder')
    expect(await answers(port)).toBe(true)
    await expectCleanEnd(first, 'SIGINT')
  })

  longIt(
    'loses nothing when everything is killed, the server or its database, and ends cleanly on SIGTERM',
    async () => {
      const port = await freePort()
      const emails: string[] = []
      const begin = async () => {
        const started = start({ DATA_DIR: USED, PORT: String(port) })
        await untilItServes(started, port)
        for (const email of emails) expect(await mails(port, email)).toHaveLength(1)
        emails.push(someone())
        expect((await register(port, emails.at(-1)!)).status).toBe(200)
        return started
      }
      const first = await begin()
      for (const pid of family(first.process.pid!)) killNow(pid)
      await first.ended

      // The next start takes over the database that the killed server left running.
      const second = await begin()
      const [server] = family(second.process.pid!).slice(-2)
      killNow(server!)
      await second.ended

      const third = await begin()
      const databases = family(third.process.pid!).filter(
        (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n',
      )
      killNow(databases.at(-1)!)
      const registered = () =>
        register(port, someone()).then(
          ({ status }) => status,
          () => 'no answer',
        )
      await expect.poll(registered, { timeout: 40_000, interval: 500 }).toBe(200)
      for (const email of emails) expect(await mails(port, email)).toHaveLength(1)
      await expectCleanEnd(third, 'SIGTERM')
    },
  )

  it('reports all errors in the settings together', async () => {
    const started = start({ DATA_DIR: dataFolder(), PORT: 'abc', PUBLIC_URL: 'nowhere', LOG_LEVEL: 'loud' })
    expect(await started.ended).toBe(1)
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(started.output()).toContain(`- ${name}:`)
  })

  // The rules are tested at the settings; every run starts once with settings that are refused.
  longIt('refuses a public address without real secrets, mail, SMS and payments', async () => {
    const started = start({ DATA_DIR: dataFolder(), PUBLIC_URL: 'https://institute.example' })
    expect(await started.ended).toBe(1)
    for (const name of ['AUTH_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SMS_PROVIDER', 'PAYMENT_PROVIDER', 'MAAHAD_DEMO=1']) {
      expect(started.output()).toContain(name)
    }
  })

  longIt(
    'refuses a setting of production without a public address, and a payment provider without its keys',
    async () => {
      const started = start({ DATA_DIR: dataFolder(), PAYMENT_PROVIDER: 'moyasar' })
      expect(await started.ended).toBe(1)
      for (const name of ['PUBLIC_URL', 'MOYASAR_SECRET_KEY', 'MOYASAR_WEBHOOK_SECRET'])
        expect(started.output()).toContain(`- ${name}:`)
    },
  )

  it('says what is missing where installing is a step of its own, or not allowed', () => {
    const folder = dirname(dataFolder())
    mkdirSync(join(folder, 'scripts'))
    for (const file of ['scripts/run.mjs', 'scripts/memory.mjs', 'package-lock.json'])
      cpSync(join(root, file), join(folder, file))
    const tell = (env: Record<string, string>, as: { uid?: number }) => {
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', 'run.mjs'), 'start'], {
        ...as,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...env },
      })
      return [status, stderr.trim()]
    }
    const prepare = expect.stringContaining('npm run prepare-release')
    expect(tell({ MAAHAD_PREPARED: '1' }, {})).toEqual([1, prepare])
    chmodSync(folder, 0o755)
    if (process.getuid?.() === 0) expect(tell({ HOME: '/nonexistent' }, { uid: NOBODY })).toEqual([1, prepare])
  })

  longIt('explains that the port is in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const started = start({ DATA_DIR: USED, PORT: String(port) })
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain('The port is in use')
    await new Promise((resolve) => other.close(resolve))
  })

  /** Root can run the product as another user, if that user can read the project. */
  it.runIf(IS_LONG && process.getuid?.() === 0 && everybodyMayEnter(root))('runs as an ordinary user', async () => {
    const [folder, port] = [dataFolder(NOBODY), await freePort()]
    await copyPictures(folder)
    spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
    const started = start({ DATA_DIR: folder, PORT: String(port), HOME: dirname(folder) }, NOBODY)
    await untilItServes(started, port)
    expect(statSync(join(folder, 'postgres')).uid).toBe(NOBODY)
  })
})

function everybodyMayEnter(path: string): boolean {
  return path === dirname(path) || ((statSync(path).mode & 0o001) !== 0 && everybodyMayEnter(dirname(path)))
}
