/** Branches of the institute, as the contact page shows them and staff edit them. */
import { randomUUID } from 'node:crypto'
import type { Branch as StoredBranch } from '../../../db/shapes.ts'
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { moved } from '../../platform/moved.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { afterEdit } from '../translations/english-state.ts'
import { textsOfBranch } from '../translations/small-texts.ts'
import type { branchesEndpoints, DeskBranch } from './contract.ts'
import { coordinatesIn } from './coordinates.ts'
import { findStored, lockStored, placesOfContactPage, type Stored, saveBranches } from './queries.server.ts'

type Calls = typeof branchesEndpoints

export const branchesOperations: Operations<Calls> = {
  ...{ shownBranches, branches, addBranch, changeBranch, confirmBranchEnglish, moveBranch, removeBranch },
}

/** Until staff have changed one, the places that the contact page names. */
async function branchesOf(db: Database, stored: Stored | undefined): Promise<StoredBranch[]> {
  if (stored?.branches) return stored.branches
  return (await placesOfContactPage(db)).map(({ title, body, link }, at) => ({
    ...{ key: `place-${at + 1}`, name: title, address: body ?? { ar: '' } },
    ...(link ? { map: link } : {}),
  }))
}

async function shownBranches({ db, lang }: Context) {
  const all = await branchesOf(db, await findStored(db))
  return all
    .filter(({ hidden }) => !hidden)
    .map(({ key, name, address, map = null, coordinates, phone = null, hours }) => ({
      ...{ key, name: inLang(name, lang), address: inLang(address, lang), map, phone },
      coordinates: coordinates ? coordinatesIn(coordinates) : null,
      hours: hours ? inLang(hours, lang) : null,
    }))
}

async function branches({ db }: Context) {
  const stored = await findStored(db)
  return { version: stored?.version ?? 1, branches: (await branchesOf(db, stored)).map(deskBranch) }
}

const words = ({ ar, en = '' }: { ar: string; en?: string }) => ({ ar, en })

const deskBranch = ({ key, name, address, map, coordinates, phone, hours, hidden }: StoredBranch): DeskBranch => ({
  ...{ key, name: words(name), address: words(address), map: map ?? null, phone: phone ?? null },
  ...{ coordinates: coordinates ?? null, hours: hours ? words(hours) : null, hidden: hidden ?? false },
})

const lean = ({ ar, en }: { ar: string; en: string }) => (en === '' ? { ar } : { ar, en })

/** Without what says nothing. */
const storedBranch = ({ key, name, address, map, coordinates, phone, hours, hidden }: DeskBranch): StoredBranch => ({
  ...{ key, name: lean(name), address: lean(address) },
  ...(map === null ? {} : { map }),
  ...(coordinates === null ? {} : { coordinates }),
  ...(phone === null ? {} : { phone }),
  ...(hours === null ? {} : { hours: lean(hours) }),
  ...(hidden ? { hidden } : {}),
})

type Locked = {
  all: StoredBranch[]
  version: number
  save: (next: StoredBranch[], confirmed?: string[]) => Promise<unknown>
}

function change<T>(ctx: Context, make: (tx: Tx, locked: Locked) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await lockStored(tx)
    if (!stored) throw new Problem('notFound')
    const all = await branchesOf(tx, stored)
    const save = (next: StoredBranch[], confirmed: string[] = []) =>
      saveBranches(tx, next, afterEdit(textsOf(all), textsOf(next), stored.madeFrom, confirmed))
    return make(tx, { all, version: stored.version, save })
  })
}

const textsOf = (all: StoredBranch[]) => Object.fromEntries(all.map((one) => [one.key, textsOfBranch(one)]))

const placeOf = (all: StoredBranch[], key: string): number => {
  const at = all.findIndex((one) => one.key === key)
  if (at < 0) throw new Problem('notFound')
  return at
}

/** @throws Problem notFound without an institute */
async function addBranch(ctx: Context, fields: Input<Calls['addBranch']>) {
  const key = `branch-${randomUUID().slice(0, 8)}`
  await change(ctx, async (tx, { all, save }) => {
    await save([...all, storedBranch({ key, ...fields })])
    await writeAudit(tx, ctx, { action: 'branch.create', reference: key, after: fields })
  })
  return { key }
}

/** @throws Problem notFound, changedMeanwhile */
async function changeBranch(ctx: Context, { key, changes }: Input<Calls['changeBranch']>) {
  await change(ctx, async (tx, { all, version, save }) => {
    const at = placeOf(all, key)
    const { key: _, ...before } = deskBranch(all[at]!)
    const edits = applyEdits<typeof before>({ ...before, version }, changes as object)
    if (Object.keys(edits).length === 0) return
    const after = storedBranch({ key, ...before, ...edits })
    await save(all.map((one, place) => (place === at ? after : one)))
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'branch.change', reference: key, before: was, after: edits })
  })
  return {}
}

/** @throws Problem notFound, changedMeanwhile */
async function confirmBranchEnglish(ctx: Context, { key, version, paths }: Input<Calls['confirmBranchEnglish']>) {
  await change(ctx, async (tx, { all, save, ...locked }) => {
    placeOf(all, key)
    refuseOtherVersion(locked, version)
    await save(
      all,
      paths.map((path) => `${key}.${path}`),
    )
    await writeAudit(tx, ctx, { action: 'branch.confirm-english', reference: key, detail: { paths } })
  })
  return {}
}

async function moveBranch(ctx: Context, { key, direction }: Input<Calls['moveBranch']>) {
  await change(ctx, async (tx, { all, save }) => {
    const next = moved(all, all[placeOf(all, key)]!, direction)
    if (!next) return
    await save(next)
    await writeAudit(tx, ctx, { action: 'branch.move', reference: key, detail: { direction } })
  })
  return {}
}

async function removeBranch(ctx: Context, { key }: Input<Calls['removeBranch']>) {
  await change(ctx, async (tx, { all, save }) => {
    const at = placeOf(all, key)
    await save(all.filter((_, place) => place !== at))
    await writeAudit(tx, ctx, { action: 'branch.remove', reference: key, before: deskBranch(all[at]!) })
  })
  return {}
}
