/** Loads a content folder into the database, checks it, and adds the accounts of a demonstration. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import type { Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { inSizes, pictureWork, sizeOf } from '../../platform/pictures.server.ts'
import { hashPassword } from '../accounts/password.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { isRaster, nameWithSize, PICTURE_WIDTHS, picturesIn } from '../pictures/picture-sizes.ts'
import { type AdviceOptions, advice } from './checks/advice.ts'
import { inconsistencies } from './checks/consistency.ts'
import { ContentError, type Finding, isError } from './checks/findings.ts'
import { valuesOf } from './checks/texts.ts'
import { documentsIn } from './documents.server.ts'
import { type Content, DEMO_ACCOUNTS, DemoAccountsFile } from './format.ts'
import { keepingEdits } from './keeping-edits.server.ts'
import { filesOfFilm } from './lessons/film.ts'
import { makeLessonFiles } from './lessons/lesson-files.server.ts'
import { loadContent } from './load-content.server.ts'
import { hashOfBytes } from './picture-hash.ts'
import { addAccount, deskCovers, knownEmails, linkTrainer, loadedDay, lockContent } from './queries.server.ts'
import { readContent } from './read-content.server.ts'
import type { Report } from './report.ts'
import { hasChanges } from './report.ts'
import type { Days } from './upsert.server.ts'
import { makePostPictures } from './writing/post-pictures.server.ts'

/** The demonstration institute of this repository. */
export const DEMONSTRATION = join(import.meta.dirname, '..', '..', '..', 'content')

export async function isEmpty(db: Database): Promise<boolean> {
  return (await loadedDay(db)) === undefined
}

export type ImportOptions = {
  /** Also removes records that are not in the folder; nothing with orders is deleted. */
  isPruning?: boolean
  /** Takes the files' values also where the desk changed a record since its import. */
  overwrites?: boolean
  /** Writes nothing: the report says what would be done. */
  isTrial?: boolean
}

/**
 * Loads a folder in one transaction: inserts and updates records. Loading the same folder twice changes nothing. Runs
 * that are already loaded keep their dates. What was changed in the desk stays, and the report says so.
 * @throws ContentError with every error of the folder; then nothing was loaded
 */
export async function importContent(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings' | 'passwordCost'>,
  folder: string,
  { isPruning = false, overwrites = false, isTrial = false }: ImportOptions = {},
): Promise<Report> {
  const { content, lineOf } = wholeContent(folder)
  const address = await storeFiles(services, content, folder)
  const postPictures = await makePostPictures(services, content, folder, address)
  const lessonFiles = await makeLessonFiles(services, content, folder)
  const importing = async (tx: Tx) => {
    await lockContent(tx)
    const firstDay = (await loadedDay(tx)) ?? content.institute.loadedOn ?? dayOf(services.now())
    const days = { firstDay, countedFrom: content.institute.loadedOn ?? firstDay, now: services.now(), isPruning }
    const load = ({ kept, edited }: Pick<Days, 'kept' | 'edited'>) =>
      loadContent(tx, content, address, { postPictures, lessonFiles }, { ...days, kept, edited })
    const report = await keepingEdits(tx, documentsIn(content), { isPruning, overwrites }, load)
    if (services.settings.demo) report.changes.push(await addDemoAccounts(tx, content, services))
    if (hasChanges(report))
      await writeAudit(tx, services, {
        action: 'content.import',
        reference: 'content',
        detail: { changes: report.changes.map(({ fields: _, ...change }) => change) },
      })
    if (isTrial) throw new TrialOver(report)
    return report
  }
  try {
    return await services.db.transaction().execute(importing)
  } catch (error) {
    if (error instanceof TrialOver) return error.report
    if (!(error instanceof ContentError)) throw error
    throw new ContentError(error.findings.map((finding) => ({ ...finding, line: lineOf(finding.file, finding.path) })))
  }
}

/** Rolls the transaction of a trial back. */
class TrialOver extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('The trial is over.')
    this.report = report
  }
}

/**
 * All errors and warnings of a folder, without loading it.
 * @param options.addresses the pages of the site without their language, such as `/faq` and `/courses/:slug`
 */
export function checkContent(folder: string, options: AdviceOptions): Finding[] {
  const { content, findings, place } = errorsOf(folder)
  return content ? [...findings, ...advice(content, options).map(place)] : findings
}

/** The errors that prevent loading. */
function errorsOf(folder: string) {
  const { content, findings, lineOf } = readContent(folder)
  const place = (finding: Finding): Finding => ({ ...finding, line: lineOf(finding.file, finding.path) })
  const fileExists = (path: string) => existsSync(join(folder, path))
  return { content, place, lineOf, findings: content ? inconsistencies(content, fileExists).map(place) : findings }
}

function wholeContent(folder: string) {
  const { content, findings, lineOf } = errorsOf(folder)
  if (!content || findings.some(isError)) throw new ContentError(findings.filter(isError))
  return { content, lineOf }
}

/** Each upload waits for the disk or the bucket, so they run concurrently. */
const CONCURRENCY = 16

/** Copies every picture and film that the files name into storage, at an address that changes with its bytes. */
async function storeFiles({ db, storage }: Pick<Services, 'db' | 'storage'>, content: Content, folder: string) {
  const addresses = new Map<string, string>()
  const inDesk = await coversOfDesk(db, storage)
  const storing: Promise<void>[] = []
  const put = async (name: string, bytes: Uint8Array) => {
    if ((await storage.sizeOf(name)) !== bytes.length) await storage.put(name, bytes)
  }
  const inTexts = content.articles.flatMap(({ body }) =>
    Object.values(body).flatMap((text) => picturesIn(text).map(({ target }) => target)),
  )
  const inFields = valuesOf(content, ['cover', 'picture', 'image', 'logo', 'video']).map(({ value }) => value)
  for (const path of [...inFields, ...inTexts]) {
    if (addresses.has(path)) continue
    if (isRaster(path)) {
      const bytes = readFileSync(join(folder, path))
      addresses.set(path, inDesk.get(hashOfBytes(bytes)) ?? (await storePicture(storage, basename(path), bytes)))
      continue
    }
    const parts = (path.endsWith('.mp4') ? filesOfFilm(path) : [path]).map((part) => ({
      name: basename(part),
      bytes: readFileSync(join(folder, part)),
    }))
    const hash = createHash('sha256')
    for (const { bytes } of parts) hash.update(bytes)
    const below = `media/${hash.digest('hex').slice(0, 16)}`
    for (const { name, bytes } of parts) storing.push(put(`${below}/${name}`, bytes))
    // A failure during processing is handled below.
    for (const done of storing) done.catch(() => undefined)
    if (storing.length >= CONCURRENCY) await Promise.all(storing.splice(0))
    addresses.set(path, `/${below}/${basename(path)}`)
  }
  await Promise.all(storing)
  return (path: string) => addresses.get(path)!
}

/** The covers that were set in the desk, by their bytes: an exported one that comes back is the same picture. */
async function coversOfDesk(db: Database, storage: Services['storage']): Promise<Map<string, string>> {
  const covers = await deskCovers(db)
  const known = await Promise.all(
    covers.map(async (address): Promise<[string, string][]> => {
      const bytes = await storage.get(address.slice(1))
      return bytes ? [[hashOfBytes(bytes), address]] : []
    }),
  )
  return new Map(known.flat())
}

/** A raster picture in all its sizes, which are computed once for the same bytes. */
async function storePicture(storage: Services['storage'], name: string, bytes: Buffer): Promise<string> {
  const below = `media/${hashOfBytes(bytes)}`
  const size = await sizeOf(bytes)
  const address = `${below}/${nameWithSize(name, size)}`
  // The original is written last: if it exists, its sizes exist.
  if (await storage.get(address)) return `/${address}`
  const { variants } = await pictureWork(() => inSizes(bytes, { widths: PICTURE_WIDTHS, maxHeight: size.height }))
  for (const variant of variants) await storage.put(`${below}/${variant.name}`, variant.bytes)
  await storage.put(address, bytes)
  return `/${address}`
}

async function addDemoAccounts(tx: Tx, { demoAccounts }: Content, services: Pick<Services, 'now' | 'passwordCost'>) {
  const known = await knownEmails(
    tx,
    demoAccounts.map(({ email }) => email.toLowerCase()),
  )
  const added: string[] = []
  for (const { password, trainer, ...account } of demoAccounts) {
    const email = account.email.toLowerCase()
    if (!known.has(email)) {
      const passwordHash = await hashPassword(password, services)
      await addAccount(tx, { ...account, email, passwordHash }, services.now())
      added.push(email)
    }
    if (trainer) await linkTrainer(tx, trainer, email)
  }
  return { kind: 'demonstration accounts' as const, added, changed: [], removed: [], withdrawn: [] }
}

/** The accounts of the demonstration, from the folder. */
export function demoAccounts(folder = DEMONSTRATION): { email: string; password: string; roles: string[] }[] {
  const file = join(folder, DEMO_ACCOUNTS)
  return existsSync(file) ? DemoAccountsFile.parse(parse(readFileSync(file, 'utf8'))) : []
}
