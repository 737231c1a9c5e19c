/** Statements that are compiled once in a process, and parsed and planned once on a connection. */
import type { CompiledQuery, Kysely } from 'kysely'

/** The names of the statements by their text, as connections look them up. */
const names = new Map<string, string>()
let canBeNamed = true

/** The name under which a connection prepares this statement; undefined for all that are not prepared. */
export const preparedName = (text: string): string | undefined => (canBeNamed ? names.get(text) : undefined)

/**
 * A pooler that gives each statement another server connection, and does not keep account of names, answers that the
 * statement is unknown or known already.
 */
const NAME_FAILURES = new Set(['26000', '42P05'])

type Compilable<Row> = { compile: () => CompiledQuery<Row> }

/**
 * For a statement of many requests, outside of transactions, whose best plan does not depend on its parameters.
 * @param build the statement; it gets a stand-in for each parameter
 */
export function preparedStatement<DB, Parameters extends Record<string, unknown>, Row>(
  name: string,
  build: (db: Kysely<DB>, parameters: Parameters) => Compilable<Row>,
): (db: Kysely<DB>, parameters: Parameters) => Promise<Row[]> {
  const standIns = new Map<string, { parameter: string }>()
  let compiled: CompiledQuery<Row> | undefined
  const standInFor = (parameter: string) => {
    const standIn = standIns.get(parameter) ?? { parameter }
    standIns.set(parameter, standIn)
    return standIn
  }
  const compile = (db: Kysely<DB>) => {
    const query = build(db, new Proxy({} as Parameters, { get: (_, parameter) => standInFor(String(parameter)) }))
    compiled = query.compile()
    names.set(compiled.sql, name)
    return compiled
  }
  return async (db, values) => {
    const query = compiled ?? compile(db)
    const known = new Set<unknown>(standIns.values())
    const parameters = query.parameters.map((one) =>
      known.has(one) ? values[(one as { parameter: string }).parameter] : one,
    )
    const run = async () => (await db.executeQuery<Row>({ ...query, parameters })).rows
    return run().catch((error: { code?: string }) => {
      if (!canBeNamed || !NAME_FAILURES.has(error.code ?? '')) throw error
      canBeNamed = false
      return run()
    })
  }
}
