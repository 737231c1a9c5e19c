/** Completes all pending work: jobs, reconciliation with the provider, open orders. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { resendRefund } from '../../../app/features/ledger/refund-queries.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'
import type { MoyasarServer } from '../payments/moyasar-server.ts'

type Environment = { databaseUrl: string; dataDir: string; provider: MoyasarServer }

/** Longer than a hold: all open orders have expired by then. */
const LATER_MS = 30 * MINUTE_MS
const SETTLE_TIMEOUT_MS = 900_000

/**
 * Starts the product with its clock half an hour later and runs all due jobs until none is left.
 * @returns the figures of the database after that
 */
export async function settleAll<T>({ databaseUrl, dataDir, provider }: Environment, inspect: Inspect<T>): Promise<T> {
  const now = () => new Date(Date.now() + LATER_MS)
  provider.setClock(now)
  const env = {
    MAAHAD_DEMO: '1',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...provider.env,
  }
  const noPages = async () => new Response('This process runs without pages.', { status: 501 })
  await withConnection(databaseUrl, async (client) => {
    await unlockJobs(client)
    await makeDue(client)
  })
  const product = await startServer(readSettings(env), noPages, { now, content: null })
  try {
    const database = product.services.db
    await withConnection(databaseUrl, async (client) => {
      await untilJobsAreDone(client)
      // A refund without an answer is looked up later: once before a late provider has carried it out, once after.
      await makeDue(client)
      await untilJobsAreDone(client)
      await provider.untilDelivered()
      await makeDue(client)
      await untilJobsAreDone(client)
    })
    await product.tasks.comparePayments!({})
    await withConnection(databaseUrl, async (client) => {
      await client.query('update payment_attempts set asked_at = null')
      for (let left = 1, rounds = 0; left > 0 && rounds < 1000; rounds++) {
        await product.tasks.reconcileOrders!({})
        const { rows } = await client.query<{ left: number }>(`select count(*)::int as left from payment_attempts
          where status = 'created' and provider_reference is not null and asked_at is null`)
        left = rows[0]!.left
      }
      await untilJobsAreDone(client)
    })
    await retryUnclearRefunds(product)
    return await inspect(database)
  } finally {
    await product.stop()
  }
}

/** The queue uses the database's clock: jobs that are due by the product's clock are made due now. */
async function makeDue(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set run_at = now()
    where run_at between now() and now() + $1 * interval '1 millisecond' and locked_at is null`,
    [LATER_MS],
  )
}

/** What staff do about refunds that a crash or a late answer left unclear: they are sent once more. */
async function retryUnclearRefunds({ services: { db }, tasks }: Awaited<ReturnType<typeof startServer>>) {
  for (const { id } of await db.selectFrom('refunds').select('id').where('status', '=', 'unclear').execute())
    if (await resendRefund(db, id)) await tasks.sendRefund!({ id })
}

type Inspect<T> = (db: Awaited<ReturnType<typeof startServer>>['services']['db']) => Promise<T>

export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Unlocks the jobs of a crashed server, as the queue does after the job's time limit. */
export async function unlockJobs(client: pg.Client): Promise<void> {
  await client.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '10 minutes'
    where locked_at is not null`)
}

/** Retries are delayed more and more: makes them due now. */
export async function untilJobsAreDone(client: pg.Client): Promise<void> {
  for (const end = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < end; ) {
    const { rows } = await client.query<{ pending: number }>(`select count(*)::int as pending
      from graphile_worker._private_jobs where attempts < max_attempts and (attempts > 0 or run_at <= now())`)
    if (rows[0]!.pending === 0) return
    await client.query(`update graphile_worker._private_jobs set run_at = now()
      where run_at > now() and locked_at is null and attempts between 1 and max_attempts - 1`)
    // Notifies the queue as of a new job; otherwise it would poll only after a second.
    await client.query(`select pg_notify('jobs:insert', '{"count":4}')`)
    await sleep(100)
  }
  throw new Error('Some jobs have not finished.')
}
