/**
 * Moments of an order's life at which a server, or its database, is killed. The product knows nothing of them: the
 * database holds a statement there until the kill, or the payment company keeps its answer to itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Fault, MoyasarServer } from '../payments/moyasar-server.ts'

type Point = { name: string } & (
  | { after: () => number }
  /** A statement that is held before it changes the row, while others of its kind are not. */
  | { table: string; change: 'insert' | 'update'; only?: string }
  /** The moment at which others can see that the row was changed: its transaction has just ended. */
  | { table: string; seen: string }
  | { call: RegExp; what: Fault['what'] }
)

export const KILL_POINTS: Point[] = [
  { name: 'at any moment', after: () => Math.random() * 600 },
  { name: 'while the order is being written', table: 'orders', change: 'insert' },
  { name: 'after the order was written', table: 'orders', seen: "new.status = 'pending'" },
  { name: 'before the company makes the payment', call: /^POST \/v1\/invoices$/, what: 'slow' },
  { name: 'after the company has made the payment', call: /^POST \/v1\/invoices$/, what: 'unsaid' },
  {
    ...{ name: 'before we note where it is paid', table: 'payment_attempts', change: 'update' },
    only: 'old.provider_reference is null and new.provider_reference is not null',
  },
  { name: 'while a message is being stored', table: 'payment_events', change: 'insert' },
  { name: 'after a message was stored', table: 'payment_events', seen: 'new.handled_at is null' },
  { name: 'while the company is asked', call: /^GET \/v1\/payments\/[\w-]+$/, what: 'slow' },
  { name: 'before the ledger has the money', table: 'ledger', change: 'insert' },
  { name: "while an invoice's number is taken", table: 'invoice_counters', change: 'update' },
  { name: 'between the number and the invoice', table: 'invoices', change: 'insert' },
  {
    name: 'before the mail of a payment is written',
    table: 'messages',
    change: 'insert',
    only: "new.about like 'order-paid:%'",
  },
  { name: 'after the payment, before anybody is answered', table: 'orders', seen: "new.status = 'paid'" },
  {
    name: 'before a message is noted as handled',
    table: 'payment_events',
    change: 'update',
    only: 'new.handled_at is not null',
  },
  { name: 'before a refund is sent', call: /^POST \/v1\/payments\/[\w-]+\/(void|refund)$/, what: 'slow' },
  { name: 'after a refund was sent', call: /^POST \/v1\/payments\/[\w-]+\/(void|refund)$/, what: 'unsaid' },
  { name: 'before a refund is noted as done', table: 'refunds', change: 'update', only: "new.status = 'done'" },
] as Point[]

/** Locks of the test's own; any numbers that the product does not use. */
const GATES = 880_088

/** Puts the gates into this database, open. */
export async function buildGates(client: pg.Client): Promise<void> {
  await client.query(`
    create function test_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATES}, tg_argv[0]::int);
      return new;
    end $$;
    create function test_seen() returns trigger language plpgsql as $$
    begin
      perform pg_notify('test_seen', tg_argv[0]);
      return null;
    end $$;`)
  for (const [index, point] of KILL_POINTS.entries()) {
    if (!('table' in point)) continue
    const [when, run, condition] =
      'seen' in point
        ? [`after insert or update on ${point.table}`, 'test_seen', point.seen]
        : [`before ${point.change} on ${point.table}`, 'test_gate', point.only ?? 'true']
    await client.query(`create trigger test_gate_${index} ${when} for each row when (${condition})
      execute function ${run}(${index})`)
  }
}

export type Reached = {
  /** Whether what was waited for came, in time. */
  isReached: boolean
  /** Lets go of what is held. @param lost whether the held statement ends with its server, or runs to its end */
  open: (lost: boolean) => Promise<void>
}

/** Waits until somebody is at the point, and keeps them there; for so many milliseconds at most. */
export async function reach(
  index: number,
  databaseUrl: string,
  company: MoyasarServer,
  timeoutMs: number,
): Promise<Reached> {
  const point = KILL_POINTS[index]!
  if ('after' in point) {
    await sleep(point.after())
    return { isReached: true, open: async () => undefined }
  }
  if ('call' in point) return reachCall(point.call, point.what, company, timeoutMs)
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const end = () => client.end().catch(() => undefined)
  if ('seen' in point) {
    const seen = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload }) => payload === String(index) && resolve(true))
    })
    await client.query('listen test_seen')
    const isReached = await Promise.race([seen, sleep(timeoutMs, false)])
    return { isReached, open: end }
  }
  await client.query('select pg_advisory_lock($1, $2)', [GATES, index])
  const held = `from pg_locks where locktype = 'advisory' and classid = ${GATES} and objid = ${index} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  let isReached = false
  for (const until = Date.now() + timeoutMs; !isReached && Date.now() < until; await sleep(5)) {
    const { rows } = await client.query(`select pid ${held}`)
    isReached = rows.length > 0
  }
  const open = async (lost: boolean) => {
    if (lost) await client.query(`select pg_terminate_backend(pid) ${held}`).catch(() => undefined)
    await end()
  }
  return { isReached, open }
}

async function reachCall(
  call: RegExp,
  what: Fault['what'],
  company: MoyasarServer,
  timeoutMs: number,
): Promise<Reached> {
  const asked = Promise.withResolvers<boolean>()
  const fault: Fault = {
    ...{ times: 1, what },
    at: (made) => {
      if (!call.test(made)) return false
      // What is done is done before we hear of it.
      setImmediate(() => asked.resolve(true))
      return true
    },
  }
  company.faults.push(fault)
  const isReached = await Promise.race([asked.promise, sleep(timeoutMs, false)])
  const open = async () => {
    company.faults.splice(company.faults.indexOf(fault), 1)
  }
  return { isReached, open }
}
