/** Partners and clients at the desk. */
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { moved } from '../../platform/moved.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { wholePicture } from '../pictures/library.server.ts'
import { afterEdit, englishStates } from '../translations/english-state.ts'
import type { organisationsEndpoints } from './contract.ts'
import {
  deleteOne,
  findAll,
  findOne,
  insertOne,
  type Kind,
  lockIdsOf,
  lockOne,
  type OrganisationFields,
  type OrganisationRow,
  order,
  setLogo,
  updateOne,
} from './queries.server.ts'

type Calls = typeof organisationsEndpoints

const shown = ({ id, kind, version, name, logo, link, hidden, english_made_from: madeFrom }: OrganisationRow) => ({
  ...{ id, kind: kind as Kind, version, name, logo: logo || null, link, hidden },
  english: englishStates({ name }, madeFrom),
})

/** What the audit log calls it. */
const referenceOf = ({ kind, key }: OrganisationRow) => `${kind}/${key}`

const organisations = async (ctx: Context) => (await findAll(ctx.db)).map(shown)
const shownNow = async (ctx: Context, id: number) => shown((await findOne(ctx.db, id))!)

async function addOrganisation(ctx: Context, { kind, name, link }: Input<Calls['addOrganisation']>) {
  const fields = { name: words(name), link }
  const id = await ctx.db.transaction().execute(async (tx) => {
    const added = await insertOne(tx, kind, fields)
    const reference = referenceOf((await findOne(tx, added))!)
    await writeAudit(tx, ctx, { action: 'organisation.create', reference, after: fields })
    return added
  })
  return shownNow(ctx, id)
}

/** @throws Problem notFound, changedMeanwhile, logoMissing */
async function changeOrganisation(ctx: Context, { id, changes }: Input<Calls['changeOrganisation']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    const before: OrganisationFields = { name: row.name, link: row.link, hidden: row.hidden }
    const edits = applyEdits<OrganisationFields>({ ...before, version: row.version }, changes as object)
    if (Object.keys(edits).length === 0) return
    const merged = { ...before, ...edits }
    const next = { ...merged, name: words(merged.name) }
    if (!next.hidden && row.logo === '') throw new Problem('logoMissing')
    await updateOne(tx, id, next, afterEdit({ name: row.name }, { name: next.name }, row.english_made_from))
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    const reference = referenceOf(row)
    await writeAudit(tx, ctx, { action: 'organisation.change', reference, before: was, after: edits })
  })
  return shownNow(ctx, id)
}

/** @throws Problem notFound, mediaNotFound, validation at `mediaId` */
async function chooseOrganisationLogo(ctx: Context, { id, mediaId }: Input<Calls['chooseOrganisationLogo']>) {
  if (!(await findOne(ctx.db, id))) throw new Problem('notFound')
  const logo = await wholePicture(ctx, mediaId)
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    if (row.logo === logo) return
    await setLogo(tx, id, logo)
    await writeAudit(tx, ctx, {
      ...{ action: 'organisation.logo', reference: referenceOf(row) },
      ...{ before: { logo: row.logo || null }, after: { logo } },
    })
  })
  return shownNow(ctx, id)
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmOrganisationEnglish(
  ctx: Context,
  { id, version, paths }: Input<Calls['confirmOrganisationEnglish']>,
) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    refuseOtherVersion(row, version)
    const { name, link, hidden } = row
    await updateOne(tx, id, { name, link, hidden }, afterEdit({ name }, { name }, row.english_made_from, paths))
    const detail = { paths }
    await writeAudit(tx, ctx, { action: 'organisation.confirm-english', reference: referenceOf(row), detail })
  })
  return shownNow(ctx, id)
}

async function moveOrganisation(ctx: Context, { id, direction }: Input<Calls['moveOrganisation']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await findOne(tx, id)
    if (!row) throw new Problem('notFound')
    const next = moved(await lockIdsOf(tx, row.kind as Kind), id, direction)
    if (!next) return
    await order(tx, next)
    await writeAudit(tx, ctx, { action: 'organisation.move', reference: referenceOf(row), detail: { direction } })
  })
  return {}
}

async function removeOrganisation(ctx: Context, { id }: Input<Calls['removeOrganisation']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await requireLocked(tx, id)
    const { name, logo, link, hidden } = row
    await deleteOne(tx, id)
    const before = { name, logo, link, hidden }
    await writeAudit(tx, ctx, { action: 'organisation.remove', reference: referenceOf(row), before })
  })
  return {}
}

async function requireLocked(tx: Tx, id: number): Promise<OrganisationRow> {
  const row = await lockOne(tx, id)
  if (!row) throw new Problem('notFound')
  return row
}

/** Without an English field that says nothing. */
const words = ({ ar, en }: { ar: string; en?: string | undefined }) => (en === undefined ? { ar } : { ar, en })

export const organisationsOperations: Operations<Calls> = {
  ...{ organisations, addOrganisation, changeOrganisation, chooseOrganisationLogo },
  ...{ confirmOrganisationEnglish, moveOrganisation, removeOrganisation },
}
