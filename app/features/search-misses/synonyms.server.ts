/** What staff do about searches without results. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { searchMissesEndpoints } from './contract.ts'
import {
  allSynonyms,
  deleteMiss,
  deleteSynonym,
  insertSynonym,
  isFound,
  lockSynonyms,
  wordsOf,
} from './synonym-queries.server.ts'

type Calls = typeof searchMissesEndpoints

async function synonyms({ db }: Context) {
  const rows = await allSynonyms(db)
  const senses = Map.groupBy(rows, ({ sense }) => sense)
  return [...senses].map(([sense, words]) => ({
    sense,
    words: words.map(({ word, is_own }) => ({ word, isOwn: is_own })),
  }))
}

/** @throws Problem validation */
async function addSynonym(ctx: Context, { word, sameAs, miss }: Input<Calls['addSynonym']>) {
  const [one, other] = await Promise.all([wordsOf(ctx.db, word), wordsOf(ctx.db, sameAs)])
  const errors: FieldErrors = {}
  if (one.length !== 1) errors.word = ['oneWord']
  if (other.length !== 1) errors.sameAs = ['oneWord']
  else if (one[0] === other[0]) errors.sameAs = ['sameWord']
  else if (!(await isFound(ctx.db, other[0]!))) errors.sameAs = ['findsNothing']
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
  return ctx.db.transaction().execute(async (tx) => {
    await lockSynonyms(tx)
    const senses = await insertSynonym(tx, one[0]!, other[0]!)
    if (miss) await deleteMiss(tx, miss.term, miss.lang)
    if (senses.length > 0) {
      await indexSoon(tx)
      const after = { word: one[0], sameAs: other[0] }
      await writeAudit(tx, ctx, { action: 'content.add-synonym', reference: one[0]!, after })
    }
    return { word: one[0]!, senses }
  })
}

/** @throws Problem notFound */
async function removeSynonym(ctx: Context, { word, sense }: Input<Calls['removeSynonym']>) {
  await ctx.db.transaction().execute(async (tx) => {
    await lockSynonyms(tx)
    if (!(await deleteSynonym(tx, word, sense))) throw new Problem('notFound')
    await indexSoon(tx)
    await writeAudit(tx, ctx, { action: 'content.remove-synonym', reference: word, before: { word, sense } })
  })
  return {}
}

/** The newest records are found at once; the others not a minute later, as by the schedule, but now. */
const indexSoon = (tx: Database) => enqueue(tx, 'indexCourses', {}, { key: 'indexSynonyms' })

async function dismissMiss(ctx: Context, { term, lang }: Input<Calls['dismissMiss']>) {
  await ctx.db.transaction().execute(async (tx) => {
    await deleteMiss(tx, term, lang)
    await writeAudit(tx, ctx, { action: 'content.dismiss-search', reference: term, detail: { lang } })
  })
  return {}
}

export const searchMissesOperations: Operations<Calls> = { dismissMiss, synonyms, addSynonym, removeSynonym }
