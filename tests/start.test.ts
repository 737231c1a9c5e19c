/** `npm start` as a person uses it: started, started twice, killed, ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { removeDataFolder } from './support/data-folder.ts'

const root = join(import.meta.dirname, '..')
const NOBODY = 65534

type Started = { process: ChildProcess; said: () => string; ended: Promise<number | null> }

const folders: string[] = []
/** What most starts begin with: made by the first of them. What must begin with nothing has a folder of its own. */
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

/** A folder that only its owner may enter, as `mktemp -d` makes it. */
function dataFolder(uid?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'maahad-start-'))
  if (uid !== undefined) chownSync(folder, uid, uid)
  folders.push(folder)
  return join(folder, 'data')
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
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const started = {
    process: child,
    said: () => said,
    ended: new Promise<number | null>((resolve) => child.on('exit', resolve)),
  }
  running.push(started)
  return started
}

async function untilItServes(started: Started, port: number): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    if (started.process.exitCode !== null) throw new Error(`It ended: ${started.said()}`)
    if (started.said().includes('Ctrl-C ends it') && (await answers(port))) return
    await sleep(100)
  }
  throw new Error(`It does not serve: ${started.said()}`)
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  )
}

/** Every process below this one, the server and its database among them. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [...children.flatMap(family), pid]
}

function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // One of PostgreSQL's short-lived processes has ended by itself.
  }
}

/** Another person each time, also when a test is tried again. */
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

// Each test is some starts of the whole product, the first with all its content; a busy machine is slow at that.
describe('npm start', { timeout: 240_000 }, () => {
  it('tells where everything is, and a second start on the same folder says so and leaves', async () => {
    const port = await freePort()
    const first = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(first, port)
    expect(first.said()).toContain(`http://localhost:${port}/ar`)
    expect(first.said()).toContain('learner@maahad.example')
    expect(first.said()).toContain('/outbox')

    const second = start({ DATA_DIR: USED, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain('Another Maahad is running on the data folder')
    expect(await answers(port)).toBe(true)
  })

  it('loses nothing when everything is killed, and starts again at once', async () => {
    const port = await freePort()
    const first = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(first, port)
    const email = someone()
    expect((await register(port, email)).status).toBe(200)
    for (const pid of family(first.process.pid!)) killNow(pid)
    await first.ended

    const again = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(again, port)
    expect(await mails(port, email)).toHaveLength(1)
  })

  it('finds the database that a killed server left running, and what it held', async () => {
    const port = await freePort()
    const first = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(first, port)
    const email = someone()
    expect((await register(port, email)).status).toBe(200)
    const [server] = family(first.process.pid!).slice(-2)
    killNow(server!)
    await first.ended

    const again = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(again, port)
    expect(await mails(port, email)).toHaveLength(1)
  })

  it('brings back a database that was killed under it', async () => {
    const port = await freePort()
    const started = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(started, port)
    const email = someone()
    expect((await register(port, email)).status).toBe(200)
    const databases = family(started.process.pid!).filter(
      (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n',
    )
    killNow(databases.at(-1)!)
    const registered = () =>
      register(port, someone()).then(
        ({ status }) => status,
        () => 'no answer',
      )
    await expect.poll(registered, { timeout: 40_000, interval: 500 }).toBe(200)
    expect(await mails(port, email)).toHaveLength(1)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s, the database with it', async (signal) => {
    const port = await freePort()
    const started = start({ DATA_DIR: USED, PORT: String(port) })
    await untilItServes(started, port)
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
  })

  it('says in words what is wrong with the settings, all at once', async () => {
    const started = start({ DATA_DIR: dataFolder(), PORT: 'abc', PUBLIC_URL: 'nowhere', LOG_LEVEL: 'loud' })
    expect(await started.ended).toBe(1)
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(started.said()).toContain(`- ${name}:`)
  })

  it('refuses a public address without real secrets, mail, SMS and payments', async () => {
    const started = start({ DATA_DIR: dataFolder(), PUBLIC_URL: 'https://institute.example' })
    expect(await started.ended).toBe(1)
    for (const name of ['AUTH_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SMS_PROVIDER', 'PAYMENT_PROVIDER', 'MAAHAD_DEMO=1']) {
      expect(started.said()).toContain(name)
    }
  })

  it('refuses a payment company without its keys', async () => {
    const started = start({ DATA_DIR: dataFolder(), PAYMENT_PROVIDER: 'moyasar' })
    expect(await started.ended).toBe(1)
    for (const name of ['MOYASAR_SECRET_KEY', 'MOYASAR_WEBHOOK_SECRET']) expect(started.said()).toContain(`- ${name}:`)
  })

  it('says so when the port is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const started = start({ DATA_DIR: USED, PORT: String(port) })
    expect(await started.ended).toBe(1)
    expect(started.said()).toContain('The port is in use')
    await new Promise((resolve) => other.close(resolve))
  })

  /** Root can test being somebody else, where somebody else can read the project. */
  it.runIf(process.getuid?.() === 0 && everybodyMayEnter(root))('runs as an ordinary user', async () => {
    const [folder, port] = [dataFolder(NOBODY), await freePort()]
    const started = start({ DATA_DIR: folder, PORT: String(port), HOME: dirname(folder) }, NOBODY)
    await untilItServes(started, port)
    expect(statSync(join(folder, 'postgres')).uid).toBe(NOBODY)
  })
})

function everybodyMayEnter(path: string): boolean {
  return path === dirname(path) || ((statSync(path).mode & 0o001) !== 0 && everybodyMayEnter(dirname(path)))
}
