/**
 * The scripts and styles of builds, in the storage that all instances share. During an upgrade a page of one version
 * may ask an instance of another version for its files, and a page that was open before asks for those of its build.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getMimeType } from 'hono/utils/mime'
import pLimit from 'p-limit'
import type { Services } from '../../platform/context.server.ts'
import { MINUTE_MS, SECOND_MS, WEEK_MS } from '../../platform/durations.ts'
import { marksOf } from '../files/installation.server.ts'
import { deleteBuilds, findFilesOfOnly, findOldBuilds, upsertBuild } from './queries.server.ts'

type Publishing = Pick<Services, 'db' | 'storage' | 'settings' | 'now' | 'log'>

/** The present one and the two before it. */
const KEPT_BUILDS = 3
const UPLOADS_AT_ONCE = 16
/** How long a start waits for the storage. Without these files it serves all the same. */
const START_TIMEOUT_MS = 20 * SECOND_MS
const RETRY_MS = MINUTE_MS
/** Where a build has the files whose names carry a hash, and where browsers ask for them. */
const ASSETS = 'assets'

/** Where the files are in storage: each installation deletes its own only. */
export async function assetsPrefix(installed: Pick<Services, 'db' | 'settings' | 'now'>): Promise<string> {
  return `${ASSETS}/${(await marksOf(installed)).own}/`
}

/**
 * Stores what is missing of this build, and deletes the files of builds that are neither among the newest three nor
 * were started within a week.
 * @param folders those of the builds, each with its `assets`
 */
export async function publishAssets(services: Publishing, folders: readonly string[]): Promise<void> {
  const { db, storage, now } = services
  const files = new Map(folders.flatMap(assetsIn))
  if (files.size === 0) return
  const names = [...files.keys()].sort()
  const id = createHash('sha256').update(names.join('\n')).digest('hex')
  await upsertBuild(db, { id, files: names, now: now() })
  const prefix = await assetsPrefix(services)
  const stored = new Set<string>()
  for await (const { name } of storage.list(prefix)) stored.add(name.slice(prefix.length))
  const limit = pLimit(UPLOADS_AT_ONCE)
  const put = async (name: string) =>
    storage.put(prefix + name, await readFile(files.get(name)!), { type: getMimeType(name) })
  await Promise.all(names.filter((name) => !stored.has(name)).map((name) => limit(put, name)))
  await deleteOldBuilds(services, prefix)
}

/**
 * As `publishAssets`, and tries again every minute while that fails.
 * @returns `begun` resolves when the files are stored, could not be stored, or take too long for a start
 */
export function publishAssetsUntilDone(
  services: Publishing,
  folders: readonly string[],
): { begun: Promise<unknown>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = async () => {
    try {
      await publishAssets(services, folders)
    } catch (error) {
      services.log.error(
        { err: error, alert: 'assetsNotStored' },
        'the scripts and styles of this build are not stored',
      )
      if (!isStopped) timer = setTimeout(attempt, RETRY_MS).unref()
    }
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { begun: Promise.race([attempt(), sleep(START_TIMEOUT_MS, undefined, { ref: false })]), stop }
}

async function deleteOldBuilds({ db, storage, now, log }: Publishing, prefix: string): Promise<void> {
  const unusedSince = new Date(now().getTime() - WEEK_MS)
  const ids = (await findOldBuilds(db, { kept: KEPT_BUILDS, unusedSince })).map(({ id }) => id)
  if (ids.length === 0) return
  const files = await findFilesOfOnly(db, ids)
  for (const name of files) await storage.remove(prefix + name)
  await deleteBuilds(db, ids)
  log.info({ builds: ids.length, files: files.length }, 'deleted the scripts and styles of old builds')
}

/** The names of a build's files, with their paths, without the compressed copies. */
function assetsIn(folder: string): [name: string, path: string][] {
  const root = join(folder, ASSETS)
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1).replaceAll(sep, '/'), path])
}
