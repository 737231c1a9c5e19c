/** An external PostgreSQL with its client tools, where the machine has one: reached over TCP, by a password. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export const BINARIES = globSync('/usr/lib/postgresql/*/bin').find((folder) =>
  ['initdb', 'postgres', 'pg_dump', 'psql'].every((tool) => existsSync(join(folder, tool))),
)

export type ExternalPostgres = { url: string; stop: () => Promise<void> }

/** The database belongs to an ordinary user, as at a provider. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const bin = BINARIES!
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'maahad-external-'))
  chmodSync(folder, 0o700)
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
  const password = join(folder, 'password')
  writeFileSync(password, 'p@ss word')
  for (const path of [folder, password]) if (owner) chownSync(path, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...owner, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const flags = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  })
  const admin = `postgres://admin:${encodeURIComponent('p@ss word')}@127.0.0.1:${port}/postgres`
  await untilReady(admin)
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`create role institute login password 'p@ss word'`)
  await client.query('create database institute owner institute')
  await client.end()
  return {
    url: `postgres://institute:${encodeURIComponent('p@ss word')}@127.0.0.1:${port}/institute`,
    stop: async () => {
      server.kill('SIGINT')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries === 0) throw error
      await sleep(100)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
