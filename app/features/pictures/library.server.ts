/**
 * The pictures of the institute. What is sent is kept as it is, privately; pages show copies in several sizes, whole or
 * cut to the shape of a place.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Problem } from '../../api/problem.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { sizeOf } from '../../platform/pictures.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { commitFile, createPendingFile, newFileFolder } from '../files/files.server.ts'
import { COVER_SHAPE, type CropChoice, PORTRAIT_SHAPE, type ShapeName } from './crop.ts'
import {
  findByHash,
  findCut,
  findMedia,
  findUnregistered,
  insertCut,
  insertMedia,
  type MediaRow,
  originalName,
  takeBack,
} from './library-queries.server.ts'
import { mediaKindOf } from './media-kind.ts'
import { isRaster, nameWithoutSize, PICTURE_WIDTHS } from './picture-sizes.ts'
import { checkedSize, storePicture } from './store-picture.server.ts'

export type { MediaRow } from './library-queries.server.ts'

type Storing = Pick<Services, 'db' | 'storage' | 'settings' | 'now'>

const WIDEST = PICTURE_WIDTHS.at(-1)!
/** The shape of each place, and how wide its picture is at most: a portrait, enough for a dense screen. */
const PLACES = {
  cover: { shape: COVER_SHAPE, maxWidth: WIDEST },
  portrait: { shape: PORTRAIT_SHAPE, maxWidth: 960 },
} as const

/** @property isNew false for a file that is in the library already */
export type Added = { media: MediaRow; isNew: boolean }

/**
 * Puts a picture into the library, once for the same file.
 * @throws Problem validation at `file`
 */
export async function addPicture(ctx: Context, file: File): Promise<Added> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const size = await checkedSize(bytes)
  const hash = hashOf(bytes)
  const known = await findByHash(ctx.db, hash)
  if (known) return { media: await inLibrary(ctx.db, known), isNew: false }
  const folder = await newFileFolder(ctx)
  const fileName = file.name.slice(-MAX_NAME) || 'picture'
  const original = await createPendingFile(ctx, {
    ...{ purpose: 'media', kind: 'image', type: file.type || 'application/octet-stream', isPublic: false },
    ...{ ownerId: null, fileName, size: bytes.length, names: [`${folder}/original`] },
  })
  await ctx.storage.put(`${folder}/original`, bytes)
  const address = await storePicture(ctx, bytes, { maxWidth: WIDEST, name: plainName(fileName) })
  const id = await ctx.db.transaction().execute(async (tx) => {
    const facts = { kind: 'picture', fileName, ...size, bytes: bytes.length, hash, address } as const
    const by = { originalFile: original, uploadedBy: ctx.user?.id ?? null, now: ctx.now() }
    const added = await insertMedia(tx, { ...facts, ...by })
    // Somebody else sent the same file meanwhile: the copy that waits is deleted like any that nothing uses.
    if (added === undefined) return undefined
    await commitFile(tx, original, null)
    await writeAudit(tx, ctx, { action: 'media.add', reference: String(added), after: { fileName, address } })
    return added
  })
  const media = id === undefined ? await findByHash(ctx.db, hash) : await findMedia(ctx.db, id)
  return { media: media!, isNew: id !== undefined }
}

const MAX_NAME = 200

/** One that was taken out and is sent or chosen again is back. */
async function inLibrary(db: Database, media: MediaRow): Promise<MediaRow> {
  if (media.dropped_at) await takeBack(db, [media.id])
  return { ...media, dropped_at: null }
}

/** @throws Problem mediaNotFound */
export async function requireMedia(db: Database, id: number): Promise<MediaRow> {
  const media = await findMedia(db, id)
  if (!media) throw new Problem('mediaNotFound')
  return media
}

/**
 * The address of a picture for a place: the part that was chosen, or the largest around its focus point. A drawing is
 * shown whole everywhere.
 * @throws Problem validation at `mediaId` for a film, or a picture whose file is gone
 */
export async function cutFor(services: Storing, media: MediaRow, name: ShapeName, choice: CropChoice): Promise<string> {
  if (media.kind === 'drawing') return media.address
  const bytes = media.kind === 'picture' ? await originalOf(services, media) : undefined
  if (!bytes) throw new Problem('validation', {}, { mediaId: ['invalid'] })
  const cut = { x: choice.x ?? media.focus_x, y: choice.y ?? media.focus_y, size: choice.size ?? 1 }
  const there = await findCut(services.db, media.id, name, cut)
  if (there) return there
  const address = await storePicture(services, bytes, { ...PLACES[name], choice: cut, name })
  return insertCut(services.db, media, { address, shape: name, cut, now: services.now() })
}

/** A picture that was sent for one place: whole in the library, and its part for that place. @returns the part's address */
export async function addCut(ctx: Context, file: File, name: ShapeName, choice: CropChoice): Promise<string> {
  const { media } = await addPicture(ctx, file)
  return cutFor(ctx, media, name, choice)
}

/** A picture of the library that was chosen for a place. @throws Problem mediaNotFound, validation at `mediaId` */
export async function chosenCut(ctx: Context, mediaId: number, name: ShapeName): Promise<string> {
  const media = await inLibrary(ctx.db, await requireMedia(ctx.db, mediaId))
  return cutFor(ctx, media, name, {})
}

/** A picture of the library that is shown whole. @throws Problem mediaNotFound, validation at `mediaId` for a film */
export async function wholePicture(ctx: Context, mediaId: number): Promise<string> {
  const media = await inLibrary(ctx.db, await requireMedia(ctx.db, mediaId))
  if (media.kind === 'film') throw new Problem('validation', {}, { mediaId: ['invalid'] })
  return media.address
}

/** The file as it was sent; undefined when it is not in storage. */
async function originalOf({ db, storage }: Storing, media: MediaRow): Promise<Uint8Array | undefined> {
  const name = media.original_file === null ? undefined : await originalName(db, media.original_file)
  return storage.get(name ?? media.address.slice(1))
}

const BATCH = 100

type Registering = Pick<Services, 'db' | 'storage' | 'now'>

/** Registers what records name and no row knows, such as pictures that came with the content. @returns how many */
export async function registerUsed(services: Registering): Promise<number> {
  let count = 0
  for (let last = BATCH; last === BATCH; count += last) last = await registerSome(services)
  return count
}

async function registerSome({ db, storage, now }: Registering): Promise<number> {
  const addresses = await findUnregistered(db, BATCH)
  for (const address of addresses) {
    const kind = mediaKindOf(address)
    const bytes = kind === 'film' ? undefined : await storage.get(address.slice(1))
    const size = bytes && isRaster(address) ? await sizeOf(bytes).catch(() => undefined) : undefined
    await insertMedia(db, {
      ...{ address, kind, fileName: nameWithoutSize(basename(address)), now: now() },
      ...{ width: size?.width ?? null, height: size?.height ?? null, hash: bytes ? hashOf(bytes) : null },
      bytes: bytes?.length ?? (await storage.sizeOf(address.slice(1))) ?? null,
      ...{ originalFile: null, uploadedBy: null },
    })
  }
  return addresses.length
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Addresses have Latin letters: a name in another script is a number of the picture's size. */
function plainName(fileName: string): string {
  const stem = basename(fileName).replace(/\.\w+$/, '')
  const plain = stem
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return /[a-z]/i.test(plain) ? plain.slice(0, 60).toLowerCase() : 'picture'
}
