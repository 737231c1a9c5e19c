/** The marks of files: which installation stored them. Nothing is deleted that another installation has stored. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Services } from '../../platform/context.server.ts'
import { findInstallations, insertInstallation, setTakenOver } from './installation-queries.server.ts'

type Installed = Pick<Services, 'db' | 'settings' | 'now'>

export type Marks = {
  /** The mark of new files. */
  own: string
  /** The marks of files that this installation may delete, its own among them. */
  owned: string[]
  /** Files without a mark are older than marks: they belong to the first installation. */
  ownsUnmarked: boolean
  /** The addresses of other installations with files in the same storage. */
  others: string[]
}

/** The marks by this installation's public address, which is remembered the first time. */
export async function marksOf({ db, settings, now }: Installed): Promise<Marks> {
  const address = settings.demo ? '' : settings.publicUrl
  const known = await findInstallations(db)
  if (!known.some((one) => one.address === address)) {
    await insertInstallation(db, { mark: randomBytes(6).toString('hex'), address, now: now() })
    return marksOf({ db, settings, now })
  }
  const own = known.find((one) => one.address === address)!.mark
  const isOwned = (one: (typeof known)[number]) => one.mark === own || one.taken_over_by === own
  return {
    own,
    owned: known.filter(isOwned).map(({ mark }) => mark),
    ownsUnmarked: isOwned(known[0]!),
    others: known.filter((one) => !isOwned(one)).map((one) => one.address || 'the demonstration'),
  }
}

/** A folder for the files of one upload, e.g. `files/<mark>/<id>`. */
export async function newFileFolder(installed: Installed): Promise<string> {
  return `files/${(await marksOf(installed)).own}/${randomUUID()}`
}

/** Part of a name that belongs to this installation. */
export async function markedId(installed: Installed): Promise<string> {
  return `${(await marksOf(installed)).own}-${randomUUID()}`
}

/** Says once at the start that files of other installations are never deleted, although rows or people drop them. */
export async function warnOfOtherInstallations(services: Installed & Pick<Services, 'log'>): Promise<void> {
  const { others } = await marksOf(services)
  if (others.length === 0) return
  services.log.warn(
    { others },
    'files that were stored under other addresses are kept, also when they are no longer used: if this installation has replaced those, run: npm run db -- take-over-files',
  )
}

/** Makes the files of all former installations this one's. @returns their addresses */
export async function takeOverFiles(installed: Installed): Promise<string[]> {
  const { own, others } = await marksOf(installed)
  if (others.length > 0) await setTakenOver(installed.db, own)
  return others
}
