/**
 * Two PostgreSQL under Patroni, three etcd and HAProxy on this host, from the files of `deploy/database/` with other
 * addresses, folders and users. Each database with its Patroni stands for a machine.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../app/platform/durations.ts'
import { killPostgres } from '../../tests/support/orders/crash-orders.ts'
import { withConnection } from '../../tests/support/orders/settled.ts'
import { freePort } from '../../tests/support/processes/free-port.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy/database')
const BINARIES = '/usr/lib/postgresql'
const PROGRAMS = ['patroni', 'patronictl', 'etcd', 'etcdctl', 'haproxy']
const PASSWORD = 'rehearsal'
/** Longer than the lease of the primary, a crash recovery and a copy of the database together. */
const WHOLE_TIMEOUT_MS = 120 * SECOND_MS

export type Name = 'one' | 'two'
const NAMES: Name[] = ['one', 'two']
const IN_FILES = { one: '10.0.0.21', two: '10.0.0.22', witness: '10.0.0.11' }

/** The programs that this host lacks. */
export function missingPrograms(): string[] {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return newestBinaries() ? missing : [...missing, `postgresql (below ${BINARIES})`]
}

function newestBinaries(): string | undefined {
  if (!existsSync(BINARIES)) return undefined
  const versions = readdirSync(BINARIES)
    .map(Number)
    .filter((version) => version >= 15)
  return versions.length > 0 ? join(BINARIES, String(Math.max(...versions)), 'bin') : undefined
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

type Member = { name: string; role: string; state: string }

export class Machines {
  private readonly folder: string
  private readonly owner = unprivileged()
  private readonly ports = new Map<string, number>()
  private readonly running = new Map<string, ChildProcess>()

  constructor(folder: string) {
    this.folder = folder
  }

  async start(): Promise<void> {
    for (const place of this.places()) this.ports.set(place, await freePort())
    if (this.owner) chownSync(this.folder, this.owner.uid, this.owner.gid)
    this.startEtcd()
    this.run('haproxy', 'haproxy', ['-f', this.written('haproxy.cfg', this.haproxyFile())])
    for (const name of NAMES) this.startPatroni(name)
    await this.untilWhole()
    await this.createDatabase()
  }

  /** Through HAProxy, as the product's `DATABASE_URL`. */
  get url(): string {
    return `postgres://maahad:${PASSWORD}@127.0.0.1:${this.ports.get('database')}/maahad`
  }

  /** Which is the primary, and which holds all that it has acknowledged; undefined while there is none. */
  async roles(): Promise<{ primary?: Name; replica?: Name }> {
    for (const name of NAMES) {
      const answer = await fetch(`http://127.0.0.1:${this.ports.get(`${IN_FILES[name]}:8008`)}/cluster`, {
        signal: AbortSignal.timeout(SECOND_MS),
      }).catch(() => undefined)
      if (!answer) continue
      const { members } = (await answer.json()) as { members: Member[] }
      const inRole = (role: string) =>
        members.find((member) => member.role === role && ['running', 'streaming'].includes(member.state))?.name as Name
      return { primary: inRole('leader'), replica: inRole('sync_standby') }
    }
    return {}
  }

  async untilWhole(): Promise<void> {
    for (const end = Date.now() + WHOLE_TIMEOUT_MS; Date.now() < end; await sleep(200)) {
      const { primary, replica } = await this.roles()
      if (primary && replica) return
    }
    throw new Error(`There is no synchronous replica; the logs are in ${this.folder}.`)
  }

  /** As a power cut. */
  loseMachine(name: Name): void {
    this.running.get(name)!.kill('SIGKILL')
    killPostgres(this.dataOf(name))
  }

  /** Its disk is lost as well; another machine with the same address takes its place, as docs/operation.md does. */
  async replaceMachine(name: Name): Promise<void> {
    const peer = `http://127.0.0.1:${this.ports.get(`${IN_FILES[name]}:2380`)}`
    const member = this.etcdctl(['member', 'list'])
      .split('\n')
      .find((line) => line.includes(peer))!
    this.etcdctl(['member', 'remove', member.split(',')[0]!])
    this.etcdctl(['member', 'add', name, `--peer-urls=${peer}`])
    for (const folder of [this.dataOf(name), join(this.folder, `etcd-${name}`)])
      rmSync(folder, { recursive: true, force: true })
    this.startEtcd('existing')
    this.startPatroni(name)
  }

  /** A command on the machine that has an etcd and no database. */
  private etcdctl(args: string[]): string {
    const endpoint = `--endpoints=http://127.0.0.1:${this.ports.get(`${IN_FILES.witness}:2379`)}`
    const { status, stdout, stderr } = spawnSync('etcdctl', [endpoint, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`etcdctl ${args.join(' ')}: ${stderr}`)
    return stdout
  }

  killPostgres(name: Name): void {
    killPostgres(this.dataOf(name))
  }

  /** Its Patroni hangs, its PostgreSQL goes on. */
  freezePatroni(name: Name): void {
    this.running.get(name)!.kill('SIGSTOP')
  }

  loseEtcd(names = Object.keys(IN_FILES)): void {
    for (const name of names) this.running.get(`etcd-${name}`)!.kill('SIGKILL')
  }

  switchover(): void {
    const args = ['-c', this.patroniFile('one'), 'switchover', '--force']
    const { status, stdout, stderr } = spawnSync('patronictl', args, { encoding: 'utf8' })
    if (status !== 0 || !stdout.includes('Successfully')) throw new Error(`The switchover failed: ${stdout}${stderr}`)
  }

  startAgain(name: Name): void {
    this.startPatroni(name)
  }

  /** Starts again what does not run. */
  async repair(): Promise<void> {
    this.startEtcd()
    for (const name of NAMES) {
      this.running.get(name)!.kill('SIGCONT')
      if (hasEnded(this.running.get(name)!)) this.startPatroni(name)
    }
    await this.untilWhole()
  }

  async stop(): Promise<void> {
    for (const name of NAMES) {
      const patroni = this.running.get(name)
      patroni?.kill('SIGCONT')
      patroni?.kill('SIGKILL')
      if (existsSync(join(this.dataOf(name), 'postmaster.pid'))) killPostgres(this.dataOf(name))
    }
    for (const child of this.running.values()) {
      if (hasEnded(child)) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }

  private places(): string[] {
    const etcd = Object.values(IN_FILES).flatMap((address) => [`${address}:2379`, `${address}:2380`])
    return ['database', ...etcd, ...NAMES.flatMap((name) => [`${IN_FILES[name]}:5432`, `${IN_FILES[name]}:8008`])]
  }

  private dataOf(name: Name): string {
    return join(this.folder, `postgres-${name}`)
  }

  /** @param cluster `existing` for a member that was added to it */
  private startEtcd(cluster: 'new' | 'existing' = 'new'): void {
    for (const [name, address] of Object.entries(IN_FILES)) {
      const last = this.running.get(`etcd-${name}`)
      if (last && !hasEnded(last)) continue
      const [shared, own] = readFileSync(join(DEPLOY, 'etcd.env'), 'utf8').split('# MINE')
      const mine = own!.replace('NAME=one', `NAME=${name}`).replaceAll(IN_FILES.one, address)
      const lines = this.here(shared + mine).replace('/var/lib/etcd/maahad', join(this.folder, `etcd-${name}`))
      const settings = [...lines.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!])
      const env = { ...Object.fromEntries(settings), ETCD_INITIAL_CLUSTER_STATE: cluster }
      this.run(`etcd-${name}`, 'etcd', [], env)
    }
  }

  private startPatroni(name: Name): void {
    this.run(name, 'patroni', [this.patroniFile(name)])
  }

  private patroniFile(name: Name): string {
    const text = readFileSync(join(DEPLOY, 'patroni.yaml'), 'utf8').replace(/^.*# MINE$/gm, (line) =>
      line.replace('name: one', `name: ${name}`).replace(IN_FILES.one, IN_FILES[name]),
    )
    const sockets = join(this.folder, `sockets-${name}`)
    mkdirSync(sockets, { recursive: true })
    if (this.owner) chownSync(sockets, this.owner.uid, this.owner.gid)
    const ours = this.here(text)
      .replace('/var/lib/postgresql/17/maahad', this.dataOf(name))
      .replace('/usr/lib/postgresql/17/bin', newestBinaries()!)
      .replace('/var/lib/postgresql/patroni.pgpass', join(this.folder, `pgpass-${name}`))
      .replace('/var/run/postgresql', sockets)
      .replaceAll('10.0.0.0/24  ', '127.0.0.0/8')
      .replaceAll(/PASSWORD-OF-\w+/g, PASSWORD)
      // Whoever runs this has another name than `postgres`, or none.
      .replace(' peer', ' trust')
    return this.written(`patroni-${name}.yaml`, ours)
  }

  private haproxyFile(): string {
    return readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8')
      .replace(
        /^(\s+server \w+ )(\S+):5432 port 8008$/gm,
        (_, start, address) => `${start}${this.here(`${address}:5432`)} port ${this.ports.get(`${address}:8008`)}`,
      )
      .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${this.ports.get('database')}`)
      .replace(/^ +(?:user|group|log) .*\n/gm, '')
  }

  /** The text with addresses of this host. */
  private here(text: string): string {
    for (const [place, port] of this.ports) text = text.replaceAll(place, `127.0.0.1:${port}`)
    return text
  }

  /** As docs/operation.md does. */
  private async createDatabase(): Promise<void> {
    const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${this.ports.get('database')}/postgres`
    for (const end = Date.now() + WHOLE_TIMEOUT_MS; ; await sleep(SECOND_MS)) {
      try {
        await withConnection(url, async (client) => {
          await client.query(`create role maahad login password '${PASSWORD}'`)
          await client.query("create database maahad owner maahad encoding 'UTF8' locale 'C.UTF-8' template template0")
        })
        return
      } catch (error) {
        // HAProxy may not have asked yet which is the primary.
        if (Date.now() > end) throw error
      }
    }
  }

  private run(name: string, program: string, args: string[], env: Record<string, string> = {}): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const own = { PATH: process.env.PATH!, HOME: this.folder, LANG: 'C.UTF-8', ...env }
    const child = spawn(program, args, { stdio: ['ignore', log, log], cwd: this.folder, env: own, ...this.owner })
    closeSync(log)
    this.running.set(name, child)
  }

  private written(name: string, text: string): string {
    const file = join(this.folder, name)
    writeFileSync(file, text)
    return file
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
