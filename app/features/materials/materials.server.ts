/** Files that the trainer or the desk gives the learners of a run. */
import type { z } from 'zod'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { materials as ar } from '../../locales/ar/materials.ts'
import { materials as en } from '../../locales/en/materials.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { commitFile, releaseFile, signedFileAddress } from '../files/files.server.ts'
import { storePrivateFile } from '../uploads/private-file.server.ts'
import { MATERIAL_QUOTAS, type Material, type materialsEndpoints } from './contract.ts'
import { enqueueMaterialMails } from './material-mails.server.ts'
import {
  deleteMaterial,
  findRun,
  insertMaterial,
  type MaterialRow,
  materialOfLearner,
  materialsOf,
} from './queries.server.ts'

type Calls = Operations<typeof materialsEndpoints>

const MAX_OF_RUN = 100
/** Short, since the address alone opens the file. */
const LINK_SECONDS = 600
const UNNAMED = { ar: ar.unnamed, en: en.unnamed }

/** The account to whose own runs the person is limited; null for those who see all runs. */
const ownRunsOf = (ctx: Context): number | null =>
  scopesOf(ctx.user, 'runs.materials').has('all') ? null : requireUser(ctx).id

async function requireRun(ctx: Context, id: number) {
  const run = await findRun(ctx.db, id, ownRunsOf(ctx))
  if (!run) throw new Problem('runNotFound')
  return run
}

function viewOf(ctx: Context, row: MaterialRow): z.input<z.ZodType<Material>> & Material {
  const { id, fileId, fileName, title, size, addedAt, addedBy } = row
  return {
    ...{ id, name: title ?? fileName, size, addedAt: addedAt.toISOString(), addedBy },
    address: signedFileAddress(ctx, fileId, fileName, LINK_SECONDS, requireUser(ctx).id),
  }
}

const material: Calls['material'] = async (ctx, { id }) => {
  const row = await materialOfLearner(ctx.db, id, requireUser(ctx).id)
  if (!row) throw new Problem('notFound')
  const { name, address } = viewOf(ctx, row)
  return { name, address }
}

const materialsOfRun: Calls['materialsOfRun'] = async (ctx, { id }) => {
  const { course, startsAt } = await requireRun(ctx, id)
  const rows = await materialsOf(ctx.db, id)
  return {
    run: { id, course: inLang(course, ctx.lang), startsAt: startsAt.toISOString() },
    materials: rows.map((row) => viewOf(ctx, row)),
  }
}

const addMaterial: Calls['addMaterial'] = async (ctx, { id, file, title = null }) => {
  const { id: by } = requireUser(ctx)
  const { reference, cancelledAt } = await requireRun(ctx, id)
  if (cancelledAt) throw new Problem('runCancelled')
  await countFile(ctx, MATERIAL_QUOTAS, file.size)
  const stored = await storePrivateFile(ctx, file, { purpose: 'material', unnamed: UNNAMED[ctx.lang] })
  return ctx.db.transaction().execute(async (tx) => {
    await commitFile(tx, stored.id, null)
    const values = { runId: id, fileId: stored.id, title, at: ctx.now(), by, max: MAX_OF_RUN }
    const added = await insertMaterial(tx, values)
    if (!added) throw new Problem('tooManyMaterials', { count: MAX_OF_RUN })
    const after = { name: title ?? stored.name }
    await writeAudit(tx, ctx, { action: 'material.add', reference, after, runId: id })
    await enqueueMaterialMails(tx, id)
    return viewOf(ctx, added)
  })
}

const removeMaterial: Calls['removeMaterial'] = async (ctx, { id }) =>
  ctx.db.transaction().execute(async (tx) => {
    const removed = await deleteMaterial(tx, id, ownRunsOf(ctx))
    if (!removed) throw new Problem('notFound')
    const { fileId, name, runId, reference } = removed
    await releaseFile(tx, fileId)
    await writeAudit(tx, ctx, { action: 'material.remove', reference, before: { name }, runId })
    return {}
  })

export const materialsOperations: Calls = { material, materialsOfRun, addMaterial, removeMaterial }
