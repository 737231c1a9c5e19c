/** The pictures of the content's posts: stored as uploads of members are, in sizes and under their post. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { commitFile } from '../../files/files.server.ts'
import { detachUpload, saveContentPicture } from '../../uploads/uploads.server.ts'
import { allPosts, type Content } from '../format.ts'
import type { PictureAddress } from '../rows.ts'
import { picturesOfPosts } from './writing-queries.server.ts'

/** The picture of each post, by the post's key: an upload and the source file's address. */
export type PostPictures = Map<string, { id: string; source: string | null }>

/** Creates uploads for new and changed pictures; they are committed once their posts are loaded. */
export async function makePostPictures(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  content: Content,
  folder: string,
  address: PictureAddress,
): Promise<PostPictures> {
  const known = await picturesOfPosts(services.db)
  const pictures: PostPictures = new Map()
  for (const { key, image } of allPosts(content)) {
    if (image === undefined) continue
    const source = address(image)
    const there = known.get(key)
    const make = async () => saveContentPicture(services, await readFile(join(folder, image)), basename(image), source)
    pictures.set(key, there?.source === source ? there : { id: await make(), source })
  }
  return pictures
}

/**
 * Commits new uploads in the transaction that loads the posts. Uploads that a concurrent loading made superfluous are
 * deleted after a day, like all uploads without a reference.
 * @returns the uploads by the posts' keys
 */
export async function settlePostPictures(tx: Tx, pictures: PostPictures): Promise<Map<string, string>> {
  const before = await picturesOfPosts(tx)
  const ids = new Map<string, string>()
  for (const [key, { id, source }] of pictures) {
    const there = before.get(key)
    ids.set(key, there?.source === source ? there.id : id)
    if (there?.source !== source) await commitFile(tx, id, null)
  }
  const shown = new Set(ids.values())
  for (const { id } of before.values()) if (!shown.has(id)) await detachUpload(tx, id)
  return ids
}
