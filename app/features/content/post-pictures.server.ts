/** The pictures of the content's posts: kept as a member's are, in sizes and below the post that shows them. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { keepFile } from '../files/files.server.ts'
import { detachUpload, keepContentPicture } from '../uploads/uploads.server.ts'
import { allPosts, type Content } from './format.ts'
import type { PictureAddress } from './rows.ts'
import { picturesOfPosts } from './writing-queries.server.ts'

/** The upload of each post that shows one, by the post's key, and which of them are new. */
export type PostPictures = { ids: Map<string, string>; added: string[] }

/** Makes the pictures that are new or others than before; they are kept once their posts are loaded. */
export async function makePostPictures(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
  content: Content,
  folder: string,
  address: PictureAddress,
): Promise<PostPictures> {
  const known = await picturesOfPosts(services.db)
  const pictures: PostPictures = { ids: new Map(), added: [] }
  for (const { key, image } of allPosts(content)) {
    if (image === undefined) continue
    const source = address(image)
    const there = known.get(key)
    if (there?.source === source) pictures.ids.set(key, there.id)
    else {
      const id = await keepContentPicture(services, await readFile(join(folder, image)), basename(image), source)
      pictures.ids.set(key, id)
      pictures.added.push(id)
    }
  }
  return pictures
}

/** Keeps the new ones, and gives up what stands at none of the posts any more. */
export async function settlePostPictures(
  tx: Tx,
  { ids, added }: PostPictures,
  before: Awaited<ReturnType<typeof picturesOfPosts>>,
): Promise<void> {
  for (const id of added) await keepFile(tx, id, null)
  const shown = new Set(ids.values())
  for (const { id } of before.values()) if (!shown.has(id)) await detachUpload(tx, id)
}
