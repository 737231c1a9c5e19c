/** Banners at the desk, and those that visitors see now. */
import { createHash } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import { linksFor } from '../../links.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { afterEdit } from '../translations/english-state.ts'
import { textsOfBanner } from '../translations/small-texts.ts'
import { bannerState } from './banner-state.ts'
import type { bannersEndpoints, DeskBanner, ShownBanner } from './contract.ts'
import {
  type BannerFields,
  type BannerRow,
  count,
  deleteOne,
  findOne,
  insertOne,
  lockOne,
  page,
  shownAt,
  updateOne,
} from './queries.server.ts'

type Calls = typeof bannersEndpoints

async function shownBanners(ctx: Context): Promise<ShownBanner[]> {
  const links = linksFor(ctx.lang)
  return (await shownAt(ctx.db, ctx.now())).map((row) => ({
    key: `${row.id}-${hashOf(row)}`,
    kind: row.kind,
    text: row.text[ctx.lang],
    link: row.link !== null && row.linkText ? { to: links.content(row.link), text: row.linkText[ctx.lang] } : null,
  }))
}

/** Of what it says to visitors. */
const hashOf = ({ text, link, linkText }: BannerRow) =>
  createHash('sha256')
    .update(JSON.stringify([text, link, linkText]))
    .digest('base64url')
    .slice(0, 8)

async function banners(ctx: Context, { cursor, limit }: Input<Calls['banners']>) {
  const after = placeOf(TimePlace, cursor)
  const [rows, total] = await Promise.all([page(ctx.db, after, limit + 1), count(ctx.db, COUNT_CAP + 1)])
  const list = cursorPage(rows, limit, {
    itemOf: (row) => deskBanner(ctx, row),
    placeOf: ({ id, endsAt }) => [endsAt.toISOString(), id],
  })
  return { ...list, ...cappedTotal(total) }
}

/** @throws Problem notFound */
async function banner(ctx: Context, { id }: { id: number }) {
  return deskBanner(ctx, required(await findOne(ctx.db, id)))
}

/** @throws Problem validation at `endsAt` and `linkText` */
async function addBanner(ctx: Context, input: Input<Calls['addBanner']>) {
  const fields = withTimes(input)
  refuseInvalid(fields, '')
  if (fields.endsAt <= ctx.now()) throw new Problem('validation', {}, { endsAt: ['timePast'] })
  const id = await ctx.db.transaction().execute(async (tx) => {
    const added = await insertOne(tx, fields)
    await writeAudit(tx, ctx, { action: 'banner.create', reference: String(added), after: fields })
    return added
  })
  return banner(ctx, { id })
}

/** @throws Problem notFound, changedMeanwhile, validation as `addBanner` */
async function changeBanner(ctx: Context, { id, changes }: Input<Calls['changeBanner']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { version, madeFrom, ...row } = await requireLocked(tx, id)
    const { id: _, ...before } = { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }
    const edits = applyEdits<typeof before>({ ...before, version }, asInstants(changes) as object)
    if (Object.keys(edits).length === 0) return
    const next = withTimes({ ...before, ...edits })
    refuseInvalid(next, 'changes')
    await updateOne(tx, id, next, afterEdit(textsOfBanner(before), textsOfBanner(next), madeFrom))
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'banner.change', reference: String(id), before: was, after: edits })
  })
  return banner(ctx, { id })
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmBannerEnglish(ctx: Context, { id, version, paths }: Input<Calls['confirmBannerEnglish']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    refuseOtherVersion(row, version)
    const texts = textsOfBanner(row)
    await updateOne(tx, id, row, afterEdit(texts, texts, row.madeFrom, paths))
    await writeAudit(tx, ctx, { action: 'banner.confirm-english', reference: String(id), detail: { paths } })
  })
  return banner(ctx, { id })
}

async function removeBanner(ctx: Context, { id }: { id: number }) {
  await ctx.db.transaction().execute(async (tx) => {
    const { id: _, version: _version, madeFrom: _madeFrom, ...before } = await requireLocked(tx, id)
    await deleteOne(tx, id)
    await writeAudit(tx, ctx, { action: 'banner.remove', reference: String(id), before })
  })
  return {}
}

const required = (row: BannerRow | undefined): BannerRow => {
  if (!row) throw new Problem('notFound')
  return row
}
const requireLocked = async (tx: Tx, id: number) => required(await lockOne(tx, id))

function withTimes<T extends { startsAt: string; endsAt: string }>(fields: T) {
  return { ...fields, startsAt: new Date(fields.startsAt), endsAt: new Date(fields.endsAt) }
}

/** Two spellings of one instant are the same. */
function asInstants(changes: Input<Calls['changeBanner']>['changes']) {
  const same = (one: unknown) => (typeof one === 'string' ? new Date(one).toISOString() : one)
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      change && name.endsWith('At') ? { from: instantIn(change.from), to: same(change.to) } : change,
    ]),
  )
}

const instantIn = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value

/** @param changes whether the fields are those of an edit */
function refuseInvalid({ link, linkText, startsAt, endsAt }: BannerFields, changes: '' | 'changes') {
  const at = (field: string) => (changes ? `changes.${field}.to` : field)
  const errors: FieldErrors = {}
  if (endsAt <= startsAt) errors[at('endsAt')] = ['endsBeforeStart']
  if (link !== null && linkText === null) errors[at('linkText')] = ['linkTextNeeded']
  if (link === null && linkText !== null) errors[at('link')] = ['required']
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}

function deskBanner({ now }: Context, { startsAt, endsAt, madeFrom: _, ...row }: BannerRow): DeskBanner {
  const state = bannerState({ startsAt, endsAt }, now())
  return { ...row, state, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

export const bannersOperations: Operations<Calls> = {
  ...{ shownBanners, banners, banner, addBanner, changeBanner, confirmBannerEnglish, removeBanner },
}
