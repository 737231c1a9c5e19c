/** The media library at the desk. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { addPicture, type MediaRow, requireMedia } from '../pictures/library.server.ts'
import { lockMedia, takeBack } from '../pictures/library-queries.server.ts'
import type { MediaUse, mediaEndpoints } from './contract.ts'
import {
  countMedia,
  dropUnused,
  findCard,
  findMediaPage,
  findUses,
  type UseRow,
  updateMedia,
  uploaderOf,
} from './queries.server.ts'
import { replaceMedia } from './replacement.server.ts'

type Calls = typeof mediaEndpoints
type Answer<Name extends keyof Calls> = ReturnType<Operations<Calls>[Name]>

/** A picture of more records names these. */
const MAX_USES = 100
const Place = z.tuple([z.int()])

async function mediaList(ctx: Context, { cursor, limit, ...filter }: Input<Calls['mediaList']>): Answer<'mediaList'> {
  const [before] = placeOf(Place, cursor) ?? []
  const [rows, count] = await Promise.all([
    findMediaPage(ctx.db, filter, before, limit + 1),
    countMedia(ctx.db, filter, COUNT_CAP + 1),
  ])
  const page = cursorPage(rows, limit, { placeOf: ({ id }) => [id], itemOf: (row) => row })
  return { ...page, ...cappedTotal(count) }
}

const valuesOf = ({ alt, focus_x, focus_y }: MediaRow) => ({
  ...{ 'alt.ar': alt?.ar || null, 'alt.en': alt?.en ?? null },
  ...{ focusX: focus_x, focusY: focus_y },
})

/** @throws Problem mediaNotFound */
async function mediaItem(ctx: Context, { id }: Input<Calls['mediaItem']>): Answer<'mediaItem'> {
  const media = await requireMedia(ctx.db, id)
  const [card, uploadedBy, found] = await Promise.all([
    findCard(ctx.db, id),
    uploaderOf(ctx.db, id),
    findUses(ctx.db, id, MAX_USES + 1),
  ])
  const uses = found.slice(0, MAX_USES).filter(({ source }) => source !== 'revision')
  return {
    ...card,
    ...{ version: media.version, values: valuesOf(media), uploadedBy, replacedBy: media.replaced_by },
    createdAt: media.created_at.toISOString(),
    uses: uses.map(useOf),
    hasMoreUses: card.useCount > uses.length,
    // Those come last: of a picture with very many uses it is not known, and then it is in use.
    isInHistory: found.some(({ source }) => source === 'revision'),
    may: { change: hasRight(ctx.user, 'media.change') },
  }
}

/** The pages of records at the desk. */
const PATHS: Record<string, string> = {
  ...{ course: 'courses', article: 'articles', trainer: 'trainers', page: 'pages', organisation: 'partners' },
}

function useOf({ source, record, name, organisation_id: organisationId }: UseRow): MediaUse {
  const [kind, key] = source === 'draft' ? record.split(':') : [source, organisationId ?? record]
  const path = PATHS[kind!]
  return {
    source: source as MediaUse['source'],
    name: name ?? { ar: record },
    path: path ? `${path}/${key}${source === 'draft' ? '?draft=1' : ''}` : null,
  }
}

/** @throws Problem validation at `file` */
async function addMedia(ctx: Context, { file }: Input<Calls['addMedia']>): Answer<'addMedia'> {
  const { media, isNew } = await addPicture(ctx, file)
  return { ...(await findCard(ctx.db, media.id)), isNew }
}

/** @throws Problem mediaNotFound, changedMeanwhile, validation for English without Arabic */
async function changeMedia(ctx: Context, { id, changes }: Input<Calls['changeMedia']>): Answer<'changeMedia'> {
  return ctx.db.transaction().execute(async (tx) => {
    const media = await lockMedia(tx, id)
    if (!media) throw new Problem('mediaNotFound')
    const before = valuesOf(media)
    const edits = applyEdits({ ...before, version: media.version }, changes)
    if (Object.keys(edits).length === 0) return { version: media.version }
    const { 'alt.ar': ar, 'alt.en': en, focusX, focusY } = { ...before, ...edits }
    if (!ar && en) throw new Problem('validation', {}, { 'changes.alt.ar.to': ['required'] })
    const version = await updateMedia(tx, id, { alt: ar ? { ar, ...(en && { en }) } : null, focusX, focusY })
    const was = Object.fromEntries(Object.entries(before).filter(([name]) => name in edits))
    await writeAudit(tx, ctx, { action: 'media.change', reference: String(id), before: was, after: edits })
    return { version }
  })
}

async function dropMedia(ctx: Context, { ids }: Input<Calls['dropMedia']>): Answer<'dropMedia'> {
  return ctx.db.transaction().execute(async (tx) => {
    const dropped = await dropUnused(tx, ids, ctx.now())
    for (const id of dropped) await writeAudit(tx, ctx, { action: 'media.drop', reference: String(id) })
    return { dropped, kept: ids.filter((id) => !dropped.includes(id)) }
  })
}

async function takeBackMedia(ctx: Context, { ids }: Input<Calls['takeBackMedia']>): Answer<'takeBackMedia'> {
  return ctx.db.transaction().execute(async (tx) => {
    const back = await takeBack(tx, ids)
    for (const id of back) await writeAudit(tx, ctx, { action: 'media.take-back', reference: String(id) })
    return { back }
  })
}

export const mediaOperations: Operations<Calls> = {
  mediaList,
  mediaItem,
  addMedia,
  changeMedia,
  replaceMedia,
  dropMedia,
  takeBackMedia,
}
