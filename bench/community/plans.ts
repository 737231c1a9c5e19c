/** Measures what the statements of a call read, by running them again with EXPLAIN. */
import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** Every statement that was sent while `run` ran. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args as [string | Statement, unknown[] | undefined]
    sent.push(
      typeof text === 'string' ? { text, values: values ?? [] } : { text: text.text, values: text.values ?? [] },
    )
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await run()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The largest number of rows in a plan step, the blocks read in total, and the tables that were scanned completely. */
export async function weightOf(pool: pg.Pool, statements: Statement[], small = 1000) {
  const weight = { rows: 0, blocks: 0, whole: [] as string[] }
  const client = await pool.connect()
  await client.query('begin')
  for (const { text, values } of statements) {
    // Planner settings are set before the statement.
    if (/^select set_config/.test(text)) await client.query(text, values)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    const plan = rows[0]!['QUERY PLAN'][0].Plan
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

/**
 * Of the statement that reads most for what it returns: the rows that its scans handle, and the rows it returns, where the
 * items of a list in a column count as rows.
 */
export async function readRatioOf(pool: pg.Pool, statements: Statement[]) {
  let worst = { read: 0, returned: 1, text: '' }
  const client = await pool.connect()
  await client.query('begin')
  for (const { text, values } of statements) {
    const { rows } = await client.query(text, values)
    if (/^\s*select set_config/.test(text)) continue
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    const read = nodesOf(explained.rows[0]!['QUERY PLAN'][0].Plan)
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

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
