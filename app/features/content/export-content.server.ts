/** Writes the database's content as a folder that can be loaded again. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stringify } from 'yaml'
import type { Services } from '../../platform/context.server.ts'
import { nameWithoutSize } from '../pictures/picture-sizes.ts'
import { NoContent } from './checks/findings.ts'
import { type Files, filesFrom, lessonPaths } from './files.server.ts'
import { ARTICLES, COURSES, FILES, PAGES, POSTS } from './format.ts'
import { filesOfFilm } from './lessons/film.ts'
import { hashOfBytes } from './picture-hash.ts'
import { deskCovers, everything } from './queries.server.ts'

/**
 * Demonstration accounts are not exported, since their passwords are only stored as hashes.
 * @returns the number of files
 * @throws NoContent when nothing is loaded, or when the target folder contains other files
 */
export async function exportContent(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  folder: string,
): Promise<number> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, FILES.institute.path)))
    throw new NoContent(`The folder ${folder} is not empty and holds no content: choose another one.`)
  const { institute, loadedOn, ...rest } = await everything(db)
  if (!institute || !loadedOn) throw new NoContent('The database holds no content: import some first.')
  const media = mediaNames(await hashesOf(storage, await deskCovers(db)))
  const files = filesFrom({ ...rest, institute, loadedOn }, media.pictureAt, media.filmAt)
  for (const [path, address] of media.used) {
    const bytes = await storage.get(address.slice(1))
    if (!bytes) throw new Error(`The file ${address} is not in storage.`)
    write(folder, path, bytes)
  }
  const ofLessons = rest.courses.flatMap((course) => [...lessonPaths(course, rest)])
  for (const [id, path] of ofLessons) {
    const [name] = rest.lessonFiles.find((file) => file.id === id)!.names
    const bytes = await storage.get(name!)
    if (!bytes) throw new Error(`The file ${name} is not in storage.`)
    write(folder, path, bytes)
  }
  const texts = yamlFiles(files)
  for (const [path, value] of texts) write(folder, path, stringify(value, { lineWidth: 0, blockQuote: 'literal' }))
  removeOthers(folder, new Set(texts.keys()))
  return texts.size + media.used.size + ofLessons.length
}

function yamlFiles({ courses, pages, articles, posts, ...lists }: Files): Map<string, object> {
  const named = (folder: string, values: object, field: 'key' | 'code') =>
    (values as Record<string, string>[]).map((value): [string, object] => [`${folder}/${value[field]}.yaml`, value])
  return new Map([
    ...Object.entries(lists).map(([name, value]): [string, object] => [FILES[name as keyof typeof FILES].path, value]),
    ...named(COURSES, courses, 'key'),
    ...named(PAGES, pages, 'code'),
    ...named(ARTICLES, articles, 'key'),
    ...named(POSTS, posts, 'key'),
  ])
}

/** The addresses of covers from the desk do not tell their bytes, so that their hashes are computed here. */
async function hashesOf(storage: Services['storage'], addresses: string[]): Promise<ReadonlyMap<string, string>> {
  const hashes = await Promise.all(
    addresses.map(async (address): Promise<[string, string]> => {
      const bytes = await storage.get(address.slice(1))
      return [address, bytes ? hashOfBytes(bytes) : '']
    }),
  )
  return new Map(hashes)
}

/**
 * Two files with the same name in one folder get their hash as a suffix.
 * @param hashes of files whose address does not contain it
 */
function mediaNames(hashes: ReadonlyMap<string, string>) {
  const used = new Map<string, string>()
  const free = (plain: string, address: string) =>
    (used.get(plain) ?? address) === address ? plain : withHash(plain, hashes.get(address) ?? address.split('/')[2]!)
  const pictureAt = (address: string, folder: string) => {
    const path = free(`images/${folder}/${nameWithoutSize(basename(address))}`, address)
    used.set(path, address)
    return path
  }
  const filmAt = (address: string) => {
    const path = free(`videos/${basename(address)}`, address)
    const addresses = filesOfFilm(address)
    for (const [index, part] of filesOfFilm(path).entries()) used.set(part, addresses[index]!)
    return path
  }
  return { used, pictureAt, filmAt }
}

function withHash(path: string, hash: string): string {
  return path.replace(/(\.\w+)$/, `-${hash.slice(0, 8)}$1`)
}

function write(folder: string, path: string, text: string | Uint8Array) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Deletes files of records that no longer exist, and the common file of posts, which now have one file each. */
function removeOthers(folder: string, written: Set<string>) {
  rmSync(join(folder, FILES.postList.path), { force: true })
  for (const below of [COURSES, PAGES, ARTICLES, POSTS])
    for (const name of existsSync(join(folder, below)) ? readdirSync(join(folder, below)) : [])
      if (name.endsWith('.yaml') && !written.has(`${below}/${name}`)) rmSync(join(folder, below, name))
}
