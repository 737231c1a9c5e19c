/** Measures what the statements of a call read, by running them again with EXPLAIN. */
import pg from 'pg'
import type { DatabaseConnection } from '../../app/platform/database/connection.server.ts'
import { JOB_LIMITS } from '../../app/platform/database/limits.ts'

export type Statement = {
  text: string
  values: unknown[]
  /** Of a prepared statement, whose plan is the same for all values. */
  name?: string | undefined
}

/** Every statement that was sent while `run` ran, without those of the job queue and of jobs. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args as [string | Statement, unknown[] | undefined]
    // A job of the application may run meanwhile, on connections of its own.
    if ((this as unknown as DatabaseConnection).answerTimeoutMs !== JOB_LIMITS.answerTimeoutMs)
      sent.push(
        typeof text === 'string'
          ? { text, values: values ?? [] }
          : { text: text.text, values: text.values ?? [], name: text.name },
      )
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await run()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent.filter(
    ({ text }) => /^\s*(select|with)\b/i.test(text) && !/graphile_worker|sum_up_site_ratings/.test(text),
  )
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Filter?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The largest number of rows in a plan step, the blocks read in total, and the tables that were scanned completely. */
export async function weightOf(pool: pg.Pool, statements: Statement[], small = 1000) {
  const weight = { rows: 0, blocks: 0, whole: [] as string[] }
  const client = await pool.connect()
  await client.query('begin')
  for (const statement of statements) {
    // Planner settings are set before the statement.
    if (/^select set_config/.test(statement.text)) await client.query(statement.text, statement.values)
    const plan = await explained(client, statement, 'buffers, timing off')
    weight.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    for (const node of nodesOf(plan)) {
      const handled = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      weight.rows = Math.max(weight.rows, Math.round(handled))
      if (node['Node Type'] === 'Seq Scan' && handled > small) weight.whole.push(node['Relation Name'] ?? '?')
    }
  }
  await client.query('rollback')
  client.release()
  return weight
}

/** Every scan of the table: how, how many rows it handles, and what it compares in each of them. */
export async function scansOf(pool: pg.Pool, statements: Statement[], table: string) {
  const client = await pool.connect()
  await client.query('begin')
  const scans: { type: string; rows: number; filter: string }[] = []
  for (const statement of statements) {
    if (/^\s*select set_config/.test(statement.text)) {
      await client.query(statement.text, statement.values)
      continue
    }
    for (const node of nodesOf(await explained(client, statement, 'timing off')))
      if (node['Relation Name'] === table)
        scans.push({
          type: node['Node Type'],
          rows: Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
          filter: node.Filter ?? '',
        })
  }
  await client.query('rollback')
  client.release()
  return scans
}

/**
 * Of the statement that reads most for what it returns: the rows that its scans handle, and the rows it returns, where the
 * items of a list in a column count as rows.
 */
export async function readRatioOf(pool: pg.Pool, statements: Statement[]) {
  let worst = { read: 0, returned: 1, text: '' }
  const client = await pool.connect()
  await client.query('begin')
  for (const statement of statements) {
    const { text, values } = statement
    const { rows } = await client.query(text, values)
    if (/^\s*select set_config/.test(text)) continue
    const read = nodesOf(await explained(client, statement, 'timing off'))
      .filter((node) => node['Relation Name'] !== undefined)
      .reduce(
        (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      )
    const lists = rows.flatMap((row) => Object.values(row as object)).filter((value) => Array.isArray(value))
    const returned = Math.max(1, rows.length + lists.reduce((sum, list) => sum + list.length, 0))
    if (read / returned > worst.read / worst.returned) worst = { read: Math.round(read), returned, text }
  }
  await client.query('rollback')
  client.release()
  return worst
}

/** Runs the statement and returns its plan: of a prepared one the plan that serves any values. */
async function explained(client: pg.PoolClient, { text, values, name }: Statement, options: string): Promise<Node> {
  const explain = `explain (analyze, format json, ${options})`
  const plan = async (run: string, given?: unknown[]) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`${explain} ${run}`, given)
    return rows[0]!['QUERY PLAN'][0].Plan
  }
  if (name === undefined) return plan(text, values)
  await client.query(`set local plan_cache_mode = force_generic_plan; prepare explained as ${text}`)
  const found = await plan(`execute explained (${values.map((value) => pg.escapeLiteral(textOf(value))).join(', ')})`)
  await client.query('deallocate explained; reset plan_cache_mode')
  return found
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.map(String).join(',')}}` : String(value)
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
