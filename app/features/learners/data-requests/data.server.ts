/** Copies of a person's data and its erasure by staff, with the code of the person's own profile. */
import { createHash } from 'node:crypto'
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { isStaff } from '../../../api/rights.ts'
import { type Context, requireUser, type Services } from '../../../platform/context.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { enqueue } from '../../../platform/jobs.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { commitFile, createPendingFile, findFile, newFileFolder, releaseFile } from '../../files/files.server.ts'
import { eraseIn, forgetErased } from '../../personal-data/erase.server.ts'
import { archiveOf } from '../../personal-data/export.server.ts'
import { contextOfPerson } from '../person.server.ts'
import { findLearner, lockLearner } from '../queries.server.ts'
import type { dataEndpoints, Erasure } from './data-contract.ts'
import {
  erasureFigures,
  findDataFiles,
  insertDataFile,
  personToCopy,
  setReady,
  takeOldFiles,
} from './data-queries.server.ts'

type Calls = typeof dataEndpoints

/** For how long a copy can be opened. */
const KEPT_MS = 7 * DAY_MS

export const dataOperations: Operations<Calls> = {
  dataFiles,
  askDataFile,
  openDataFile,
  erasurePreview: async (ctx, { id }) => previewOf(ctx, id),
  eraseLearner,
}

async function dataFiles(ctx: Context, { id }: Input<Calls['dataFiles']>) {
  if (!(await findLearner(ctx.db, id))) throw new Problem('notFound')
  return (await findDataFiles(ctx.db, id)).map(({ askedAt, askedBy, readyAt, fileId, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    askedBy: askedBy ?? undefined,
    readyAt: readyAt?.toISOString(),
    isThere: fileId !== null,
  }))
}

async function askDataFile(ctx: Context, { id: userId, reason }: Input<Calls['askDataFile']>) {
  const askedBy = requireUser(ctx).id
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockLearner(tx, userId))) throw new Problem('notFound')
    const id = await insertDataFile(tx, { userId, askedBy, reason, now: ctx.now() })
    await enqueue(tx, 'prepareDataFile', { id })
    await writeAudit(tx, ctx, { action: 'learner.ask-data-file', reference: String(userId), detail: { id, reason } })
    return { id }
  })
}

/** A job: writes the archive into storage. Repeated after a crash, it makes the file once. */
export async function prepareDataFile(services: Services, { id }: { id: number }): Promise<void> {
  const person = await personToCopy(services.db, id)
  if (!person) return
  const { name, body } = await archiveOf(contextOfPerson(services, person))
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  const path = `${await newFileFolder(services)}/data.zip`
  const type = 'application/zip'
  const file = { purpose: 'archive', ownerId: person.id, kind: 'file', isPublic: false } as const
  const fileId = await createPendingFile(services, {
    ...file,
    ...{ type, size: bytes.byteLength, fileName: name, names: [path] },
  })
  await services.storage.put(path, bytes, { type, size: bytes.byteLength })
  await services.db.transaction().execute(async (tx) => {
    if (!(await lockLearner(tx, person.id)) || !(await setReady(tx, id, fileId, services.now()))) return
    await commitFile(tx, fileId, person.id)
  })
}

/** A job: the files of old copies are released; that they were asked for stays known. */
export async function deleteOldDataFiles({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const file of await takeOldFiles(tx, new Date(now().getTime() - KEPT_MS))) await releaseFile(tx, file)
  })
}

async function openDataFile(ctx: Context, { id, file: asked }: Input<Calls['openDataFile']>) {
  const row = (await findDataFiles(ctx.db, id)).find((one) => one.id === asked)
  const file = row?.fileId ? await findFile(ctx.db, row.fileId) : undefined
  const opened = file?.state === 'kept' ? await ctx.storage.open(file.names[0]!) : undefined
  if (!file || !opened) throw new Problem('notFound')
  await writeAudit(ctx.db, ctx, { action: 'learner.open-data-file', reference: String(id), detail: { id: asked } })
  return { name: file.file_name, body: opened.stream }
}

async function previewOf(ctx: Context, id: number): Promise<Erasure> {
  const row = await findLearner(ctx.db, id)
  if (!row) throw new Problem('notFound')
  // Accounts of staff are ended by an Owner, on the page of the staff.
  if (isStaff(row)) throw new Problem('staffAccount')
  const figures = await erasureFigures(ctx.db, id, row.email, ctx.now())
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([id, figures]))
    .digest('base64url')
    .slice(0, 32)
  return { ...figures, fingerprint }
}

async function eraseLearner(ctx: Context, { id, reason, fingerprint }: Input<Calls['eraseLearner']>) {
  if ((await previewOf(ctx, id)).fingerprint !== fingerprint) throw new Problem('previewStale')
  const [asPerson, erased] = await ctx.db.transaction().execute(async (tx) => {
    const person = await lockLearner(tx, id)
    if (!person) throw new Problem('notFound')
    const own = contextOfPerson(ctx, person, ctx)
    const before = await eraseIn(own, tx)
    await writeAudit(tx, ctx, { action: 'learner.erase', reference: String(id), detail: { reason } })
    return [own, before] as const
  })
  await forgetErased(asPerson, erased)
  return {}
}
