/** Another picture in the place of one: every record that shows it shows the new one, all at once. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { replaceInArticle } from '../article-editing/change-article.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { replaceInCourse } from '../course-editing/change-course.server.ts'
import { replaceInPage } from '../page-editing/change-page.server.ts'
import { addPicture, cutFor, type MediaRow, requireMedia } from '../pictures/library.server.ts'
import { findCuts, lockMedia } from '../pictures/library-queries.server.ts'
import { changeTrainerPicture } from '../trainers/picture.server.ts'
import type { mediaEndpoints } from './contract.ts'
import { findUsers, setReplaced, updateMedia } from './queries.server.ts'
import { type Rewritten, rewrite } from './rewriting-queries.server.ts'

/** Former addresses, and what stands in their place. */
type Addresses = ReadonlyMap<string, string>

/** @throws Problem mediaNotFound, validation at `file` */
export async function replaceMedia(ctx: Context, { id, file }: Input<(typeof mediaEndpoints)['replaceMedia']>) {
  const old = await requireMedia(ctx.db, id)
  if (old.kind === 'film') throw new Problem('validation', {}, { file: ['pictureType'] })
  const { media: next } = await addPicture(ctx, file)
  if (next.id === old.id) throw new Problem('validation', {}, { file: ['samePicture'] })
  // Pictures are cut before the transaction, which other people's changes would wait for.
  const addresses = await newAddresses(ctx, old, next)
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockMedia(tx, id))) throw new Problem('mediaNotFound')
    const users = await findUsers(tx, [...addresses.keys()])
    for (const user of users) await replaceIn(tx, ctx, user, addresses)
    if (!next.alt && old.alt)
      await updateMedia(tx, next.id, { alt: old.alt, focusX: next.focus_x, focusY: next.focus_y })
    await setReplaced(tx, id, next.id, ctx.now())
    await writeAudit(tx, ctx, {
      ...{ action: 'media.replace', reference: String(id) },
      ...{ before: { address: old.address }, after: { address: next.address } },
      detail: { replacedBy: next.id, records: users.map(({ source, record }) => `${source}:${record}`) },
    })
    return { id: next.id, changed: users.length }
  })
}

/** The parts that were cut are cut of the new picture in the same way. */
async function newAddresses(ctx: Context, old: MediaRow, next: MediaRow): Promise<Addresses> {
  const addresses = new Map([[old.address, next.address]])
  for (const { address, shape, cut } of await findCuts(ctx.db, old.id))
    addresses.set(address, await cutFor(ctx, next, shape, cut))
  return addresses
}

async function replaceIn(tx: Tx, ctx: Context, user: { source: string; record: string }, addresses: Addresses) {
  const { source, record } = user
  if (source === 'course') return replaceInCourse(tx, Number(record), addresses, ctx)
  if (source === 'article') return replaceInArticle(tx, Number(record), addresses, ctx)
  if (source === 'page') return replaceInPage(tx, record, addresses, ctx)
  if (source === 'trainer') {
    const next = (picture: string | null) => (picture === null ? null : (addresses.get(picture) ?? picture))
    return changeTrainerPicture(tx, ctx, Number(record), next)
  }
  for (const [from, to] of addresses) await rewrite(tx, source as Rewritten, { record, from, to })
  if (source === 'draft') return
  await writeAudit(tx, ctx, { action: 'content.picture', reference: `${source}:${record}` })
}
