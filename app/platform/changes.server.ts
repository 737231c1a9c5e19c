/** Hears what the database says has changed, whichever process wrote it: one listening connection an instance. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.server.ts'

const CHANNEL = 'pages'
const PATIENCE = 2000
const HEARTBEAT = 10_000
const RETRY = 1000

export type Changes = {
  /** False while a change could go unheard. */
  listening: () => boolean
  /** Waits until every change that was committed before is heard. */
  caughtUp: () => Promise<void>
  stop: () => Promise<void>
}

export type Listener = {
  /** Rows of this table changed. */
  changed: (table: string) => void
  /** Changes may have been missed. */
  lost: () => void
}

/** Listens until stopped; a lost connection is made anew. Needs a connection of its own, not one of a shared pooler's. */
export async function listenForChanges(databaseUrl: string, listener: Listener, log: Log): Promise<Changes> {
  let client: pg.Client | undefined
  let stopped = false
  const awaited = new Map<string, () => void>()

  async function connect() {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'maahad-changes',
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
      keepAlive: true,
    })
    const gone = () => {
      if (client === fresh) lose()
    }
    fresh.on('error', gone)
    fresh.on('end', gone)
    fresh.on('notification', ({ payload = '' }) => {
      const arrived = awaited.get(payload)
      if (arrived) arrived()
      else if (!payload.startsWith('=')) listener.changed(payload)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      // A pooler in between would take the words and never bring one: only what arrives proves that we hear.
      await echo(fresh)
      if (stopped) return void fresh.end().catch(() => undefined)
      // What was begun while nobody listened may be old already.
      listener.lost()
      client = fresh
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
  }

  /** Words arrive in the order in which they were committed: when our own comes back, we have heard all before it. */
  async function echo(over: pg.Client) {
    const word = `=${randomUUID()}`
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const patience = setTimeout(() => reject(new Error('The database did not say our word back.')), PATIENCE)
    awaited.set(word, resolve)
    try {
      await Promise.all([promise, over.query('select pg_notify($1, $2)', [CHANNEL, word])])
    } finally {
      clearTimeout(patience)
      awaited.delete(word)
    }
  }

  function lose() {
    const old = client
    client = undefined
    listener.lost()
    old?.end().catch(() => undefined)
    if (!stopped) void reconnect()
  }

  async function reconnect() {
    log.warn('changes are not heard; pages are made for each visitor until they are')
    while (!stopped && !client) {
      await sleep(RETRY, undefined, { ref: false })
      if (!stopped) await connect().catch(() => undefined)
    }
  }

  async function caughtUp() {
    const asked = client
    if (!asked) return
    try {
      await echo(asked)
    } catch {
      if (client === asked) lose()
    }
  }

  await connect().catch(() => void reconnect())
  const heartbeat = setInterval(caughtUp, HEARTBEAT).unref()
  return {
    listening: () => client !== undefined,
    caughtUp,
    stop: async () => {
      stopped = true
      clearInterval(heartbeat)
      const old = client
      client = undefined
      await old?.end().catch(() => undefined)
    },
  }
}
