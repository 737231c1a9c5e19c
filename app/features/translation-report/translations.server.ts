/** The translation report: every open English text, record by record. */
import { z } from 'zod'
import { cursorOf, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { hasRight } from '../../api/rights.ts'
import { translationExport as ar } from '../../locales/ar/desk/exports/translation-export.ts'
import { translationExport as en } from '../../locales/en/desk/exports/translation-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import { englishStates, pairsOf } from '../translations/english-state.ts'
import { TRANSLATED_KINDS, TranslatedKind, type TranslatedText, type translationsEndpoints } from './contract.ts'
import { KINDS, type OpenRecord } from './kinds.server.ts'
import type { Wanted } from './queries.server.ts'

type Calls = typeof translationsEndpoints

/** The text after which a page begins; without a path, the whole record lies before it. */
const Place = z.tuple([TranslatedKind, z.string().max(200), z.string().max(200).nullable()])
type Place = z.output<typeof Place>

type Asked = Pick<Input<Calls['translations']>, 'kind' | 'state'>

const RECORDS_AT_ONCE = 25
const TEXTS = { ar, en }

async function translations(ctx: Context, { cursor, limit, ...asked }: Input<Calls['translations']>) {
  const [found, counts] = await Promise.all([
    textsAfter(ctx, asked, placeOf(Place, cursor), limit + 1),
    Promise.all(TRANSLATED_KINDS.map((kind) => countsOf(ctx, kind))),
  ])
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    next: found.length > limit && last ? cursorOf([last.kind, last.id, last.path]) : null,
    counts: counts.filter(({ any }) => any > 0),
  }
}

async function countsOf(ctx: Context, kind: TranslatedKind) {
  const counted = async (wanted: Wanted) => Math.min(await KINDS[kind].count(ctx, wanted), COUNT_CAP)
  const [any, missing, stale] = await Promise.all([counted('any'), counted('missing'), counted('stale')])
  return { kind, any, missing, stale }
}

/** At most `limit` open texts behind a place. */
async function textsAfter(ctx: Context, { kind, state }: Asked, after: Place | undefined, limit: number) {
  const found: TranslatedText[] = []
  const all = kind ? [kind] : TRANSLATED_KINDS
  const kinds = after && all.includes(after[0]) ? all.slice(all.indexOf(after[0])) : all
  for (const one of kinds) {
    let place = after?.[0] === one ? after : undefined
    for (;;) {
      const records = await KINDS[one].read(ctx, place?.[1], state ?? 'any', RECORDS_AT_ONCE)
      for (const record of records) {
        const texts = openTexts(ctx, one, record, place?.[1] === record.id ? place[2] : undefined)
        found.push(...texts.filter((text) => !state || text.state === state))
        if (found.length >= limit) return found.slice(0, limit)
      }
      // Kinds with few records are read whole.
      if (records.length !== RECORDS_AT_ONCE || records.at(-1)!.id === place?.[1]) break
      place = [one, records.at(-1)!.id, null]
    }
  }
  return found
}

/** @param after texts up to this path are left out; null: all of them */
function openTexts(ctx: Context, kind: TranslatedKind, record: OpenRecord, after: string | null | undefined) {
  if (after === null) return []
  const pairs = pairsOf(record.texts)
  const states = new Map(englishStates(record.texts, record.madeFrom).map(({ path, state }) => [path, state]))
  const { right } = KINDS[kind]
  const mayChange = right !== null && !record.isFixed && hasRight(ctx.user, right)
  const { id, name, version } = record
  return pairs.slice(pairs.findIndex(({ path }) => path === after) + 1).flatMap(({ path, ar: arabic, en: english }) => {
    const state = states.get(path)
    const text = { kind, id, name, version, path, ar: arabic, en: english ?? null, mayChange }
    return state ? [{ ...text, state } satisfies TranslatedText] : []
  })
}

async function exportTranslations(ctx: Context, { format, ...asked }: Input<Calls['exportTranslations']>) {
  const { kinds, states, columns, ...texts } = TEXTS[ctx.lang]
  const counts = await Promise.all((asked.kind ? [asked.kind] : TRANSLATED_KINDS).map((kind) => countsOf(ctx, kind)))
  return exportedTable<TranslatedText>(ctx, {
    action: 'content.export-translations',
    reference: 'translations',
    asked: { ...asked, format },
    // Records, as the report counts them: their texts are known only when they are read.
    rowCount: counts.reduce((sum, count) => sum + count[asked.state ?? 'any'], 0),
    texts,
    columns: [
      { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
      { title: columns.record, kind: 'text', of: ({ name }) => inLang(name, ctx.lang) },
      { title: columns.id, kind: 'text', of: ({ id }) => id },
      { title: columns.path, kind: 'text', of: ({ path }) => path },
      { title: columns.state, kind: 'text', of: ({ state }) => states[state] },
      { title: columns.arabic, kind: 'text', of: (text) => text.ar },
      { title: columns.english, kind: 'text', of: (text) => text.en },
    ],
    read: ({ limit, after }) => textsAfter(ctx, asked, after && [after.kind, after.id, after.path], limit),
  })
}

export const translationsOperations: Operations<Calls> = { translations, exportTranslations }
