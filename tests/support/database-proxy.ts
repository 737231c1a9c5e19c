/** A TCP proxy before PostgreSQL whose connections can go silent or be reset, as hosts and firewalls do to them. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export type DatabaseProxy = {
  /** The connection string that leads through the proxy. */
  url: string
  /** How many connections are open through it. */
  openConnections: () => number
  /** The connections that are open now pass no byte any more, and none ends; new ones work, as behind a firewall that lost its state. */
  silenceOpen: () => void
  /** No connection passes a byte; new ones are accepted, as by a host that hangs. */
  silenceAll: () => void
  /** Open connections are reset, and new ones as soon as they open. */
  resetAll: () => void
  /** New connections work again. */
  pass: () => void
  stop: () => Promise<void>
}

type Pair = { ours: Socket; theirs: Socket | undefined; isSilent: boolean }

/** @param databaseUrl where the proxy leads: a TCP address or a folder of a Unix socket */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const pairs = new Set<Pair>()
  /** A silent connection stays open there after the product has closed its end. */
  const upstream = new Set<Socket>()
  let mode: 'pass' | 'silence' | 'reset' = 'pass'

  const server = createServer((ours) => {
    ours.on('error', () => undefined)
    if (mode === 'reset') return void ours.resetAndDestroy()
    if (mode === 'silence') return void add({ ours, theirs: undefined, isSilent: true })
    const theirs = connect(target)
    upstream.add(theirs)
    const pair = add({ ours, theirs, isSilent: false })
    for (const [from, to] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      from.on('error', () => undefined)
      from.on('data', (bytes) => !pair.isSilent && to.write(bytes))
      from.on('close', () => !pair.isSilent && to.destroy())
    }
  })
  function add(pair: Pair): Pair {
    pairs.add(pair)
    pair.ours.on('data', () => undefined)
    pair.ours.on('close', () => pairs.delete(pair))
    return pair
  }
  const silenceOpen = () => {
    for (const pair of pairs) pair.isSilent = true
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { pathname, username } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `postgresql://${username}@127.0.0.1:${ownPort}${pathname}`,
    openConnections: () => pairs.size,
    silenceOpen,
    silenceAll: () => {
      mode = 'silence'
      silenceOpen()
    },
    resetAll: () => {
      mode = 'reset'
      for (const { ours, theirs } of pairs) {
        ours.resetAndDestroy()
        theirs?.destroy()
      }
    },
    pass: () => {
      mode = 'pass'
    },
    stop: async () => {
      for (const { ours } of pairs) ours.destroy()
      for (const socket of upstream) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
