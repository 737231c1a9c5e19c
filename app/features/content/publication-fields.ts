/** What files say of whether, and from when, visitors see a course or an article; and of its English. */
import { clockOf, dayOf, daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { type MadeFrom, madeFromPaths, stalePaths } from '../translations/english-state.ts'

type InFile = {
  publishedDaysAgo?: number | undefined
  publishInDays?: number | undefined
  publishAt?: string | undefined
  archivedDaysAgo?: number | undefined
}
type InRow = { published_at: Date | null; publish_at: Date | null; archived_at: Date | null }
/** What is more exact in the database stays as long as the file says the same. */
export type LoadedRecord = InRow & { english_made_from: MadeFrom }

export function publicationRow(file: InFile, loadedOn: string, loaded: InRow | undefined): InRow {
  const ago = (days: number | undefined) => (days === undefined ? null : instantOf(plusDays(loadedOn, -days)))
  const { publishInDays: publishIn } = file
  const publishAt = publishIn === undefined ? null : instantOf(plusDays(loadedOn, publishIn), file.publishAt)
  return {
    published_at: sameDay(loaded?.published_at, ago(file.publishedDaysAgo)),
    publish_at: sameMinute(loaded?.publish_at, publishAt),
    archived_at: sameDay(loaded?.archived_at, ago(file.archivedDaysAgo)),
  }
}

export const publicationFields = ({ published_at, publish_at, archived_at }: InRow, loadedOn: string): InFile => ({
  publishedDaysAgo: published_at ? daysBetween(dayOf(published_at), loadedOn) : undefined,
  publishInDays: publish_at ? daysBetween(loadedOn, dayOf(publish_at)) : undefined,
  publishAt: publish_at ? clockOf(publish_at) : undefined,
  archivedDaysAgo: archived_at ? daysBetween(dayOf(archived_at), loadedOn) : undefined,
})

/** The stored instant when it is on the same day. */
export function sameDay(stored: Date | null | undefined, wanted: Date | null): Date | null {
  return stored && wanted && dayOf(stored) === dayOf(wanted) ? stored : wanted
}

/** The stored instant when it is in the same minute. */
export function sameMinute(stored: Date | null | undefined, wanted: Date | null): Date | null {
  return stored && wanted && dayOf(stored) === dayOf(wanted) && clockOf(stored) === clockOf(wanted) ? stored : wanted
}

/** @param stale the paths of the English texts that the file calls behind */
export function englishRow(
  texts: object,
  stale: readonly string[],
  loaded: Pick<LoadedRecord, 'english_made_from'> | undefined,
) {
  const saysTheSame = loaded && stalePaths(texts, loaded.english_made_from).join() === stale.join()
  const madeFrom = saysTheSame ? loaded.english_made_from : madeFromPaths(texts, stale)
  return { english_made_from: JSON.stringify(madeFrom), english_stale: stalePaths(texts, madeFrom) }
}

/** Why these are no publication of one record: the field that is wrong, and the reason. */
export function publicationErrors(
  { publishedDaysAgo, publishInDays, archivedDaysAgo, publishAt }: InFile,
  kind: string,
) {
  const states = { publishedDaysAgo, publishInDays, archivedDaysAgo }
  const [, second] = Object.entries(states).filter(([, days]) => days !== undefined)
  if (second) return { path: [second[0]], reason: `${kind} is published, scheduled or archived: say one of them` }
  if ((publishInDays === undefined) !== (publishAt === undefined))
    return { path: [], reason: 'publishInDays and publishAt belong together' }
  return undefined
}
