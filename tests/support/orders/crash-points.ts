/**
 * Moments in the life of an order at which the server or its database is killed. The product has no code for them: a
 * trigger blocks a statement there until the kill, or the payment provider does not respond.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Fault, MoyasarServer } from '../payments/moyasar-server.ts'

type Point = { name: string } & (
  | { after: () => number }
  /** A statement that is blocked before it changes the row; `only`: the condition on the row. */
  | { table: string; change: 'insert' | 'update'; only?: string }
  /** The moment at which the transaction that changed the row was committed. */
  | { table: string; committed: string }
  | { call: RegExp; what: Fault['what'] }
)

export const CRASH_POINTS: Point[] = [
  { name: 'at any moment', after: () => Math.random() * 600 },
  { name: 'while the order is being written', table: 'orders', change: 'insert' },
  { name: 'after the order was written', table: 'orders', committed: "new.status = 'pending'" },
  { name: 'before the provider creates the payment', call: /^POST \/v1\/invoices$/, what: 'timeout' },
  { name: 'after the provider created the payment', call: /^POST \/v1\/invoices$/, what: 'unanswered' },
  {
    ...{ name: 'before the checkout session is saved', table: 'payment_attempts', change: 'update' },
    only: 'old.provider_reference is null and new.provider_reference is not null',
  },
  { name: 'while a webhook is being stored', table: 'payment_events', change: 'insert' },
  { name: 'after a webhook was stored', table: 'payment_events', committed: 'new.handled_at is null' },
  { name: 'while the payment is fetched', call: /^GET \/v1\/payments\/[\w-]+$/, what: 'timeout' },
  { name: 'before the ledger has the money', table: 'ledger', change: 'insert' },
  { name: 'while an invoice number is taken', table: 'invoice_counters', change: 'update' },
  { name: 'between invoice number and invoice', table: 'invoices', change: 'insert' },
  {
    name: 'before the mail of a payment is written',
    table: 'messages',
    change: 'insert',
    only: "new.about like 'order-paid:%'",
  },
  { name: 'after the payment, before the response', table: 'orders', committed: "new.status = 'paid'" },
  {
    name: 'before a webhook is marked as handled',
    table: 'payment_events',
    change: 'update',
    only: 'new.handled_at is not null',
  },
  { name: 'before a refund is sent', call: /^POST \/v1\/payments\/[\w-]+\/(void|refund)$/, what: 'timeout' },
  { name: 'after a refund was sent', call: /^POST \/v1\/payments\/[\w-]+\/(void|refund)$/, what: 'unanswered' },
  { name: 'before a refund is marked as done', table: 'refunds', change: 'update', only: "new.status = 'done'" },
] as Point[]

/** The class of the advisory locks; the product does not use it. */
const GATES = 880_088

/** Creates the triggers in this database; they block nothing yet. */
export async function createGates(client: pg.Client): Promise<void> {
  await client.query(`
    create function test_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATES}, tg_argv[0]::int);
      return new;
    end $$;
    create function test_committed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('test_committed', tg_argv[0]);
      return null;
    end $$;`)
  for (const [index, point] of CRASH_POINTS.entries()) {
    if (!('table' in point)) continue
    const [when, run, condition] =
      'committed' in point
        ? [`after insert or update on ${point.table}`, 'test_committed', point.committed]
        : [`before ${point.change} on ${point.table}`, 'test_gate', point.only ?? 'true']
    await client.query(`create trigger test_gate_${index} ${when} for each row when (${condition})
      execute function ${run}(${index})`)
  }
}

export type Reached = {
  /** Whether the point was reached in time. */
  isReached: boolean
  /** Releases the blocked statement. @param isLost whether it is terminated like its server, or completes */
  open: (isLost: boolean) => Promise<void>
}

/** Waits until a request reaches the point, and blocks it there. */
export async function reach(
  index: number,
  databaseUrl: string,
  provider: MoyasarServer,
  timeoutMs: number,
): Promise<Reached> {
  const point = CRASH_POINTS[index]!
  if ('after' in point) {
    await sleep(point.after())
    return { isReached: true, open: async () => undefined }
  }
  if ('call' in point) return reachCall(point.call, point.what, provider, timeoutMs)
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const end = () => client.end().catch(() => undefined)
  if ('committed' in point) {
    const committed = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload }) => payload === String(index) && resolve(true))
    })
    await client.query('listen test_committed')
    const isReached = await Promise.race([committed, sleep(timeoutMs, false)])
    return { isReached, open: end }
  }
  await client.query('select pg_advisory_lock($1, $2)', [GATES, index])
  const blocked = `from pg_locks where locktype = 'advisory' and classid = ${GATES} and objid = ${index} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  let isReached = false
  for (const until = Date.now() + timeoutMs; !isReached && Date.now() < until; await sleep(5)) {
    const { rows } = await client.query(`select pid ${blocked}`)
    isReached = rows.length > 0
  }
  const open = async (isLost: boolean) => {
    if (isLost) await client.query(`select pg_terminate_backend(pid) ${blocked}`).catch(() => undefined)
    await end()
  }
  return { isReached, open }
}

async function reachCall(
  call: RegExp,
  what: Fault['what'],
  provider: MoyasarServer,
  timeoutMs: number,
): Promise<Reached> {
  const called = Promise.withResolvers<boolean>()
  const fault: Fault = {
    ...{ times: 1, what },
    at: (request) => {
      if (!call.test(request)) return false
      // The provider executes the request first.
      setImmediate(() => called.resolve(true))
      return true
    },
  }
  provider.faults.push(fault)
  const isReached = await Promise.race([called.promise, sleep(timeoutMs, false)])
  const open = async () => {
    provider.faults.splice(provider.faults.indexOf(fault), 1)
  }
  return { isReached, open }
}
