/** The nightly search for links, and asking other sites where theirs lead. */
import type { Services } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { isMenuPlace, placeName } from '../menus/place-names.ts'
import { type AskSite, askSite } from './ask-site.server.ts'
import { afterFailure, type LinkingKind, type LinkReason, type LinkState, type Verdict } from './link-states.ts'
import { linksOfRecord, type PlacedLink } from './links-of-record.server.ts'
import {
  deleteUnseen,
  type FoundLink,
  knownPosts,
  knownSlugs,
  type LinkingRecord,
  type LinkToAsk,
  linkById,
  linkingRecords,
  linksToAsk,
  markAskedAgain,
  type RecordKey,
  saveAnswer,
  saveLinks,
} from './queries.server.ts'
import { type Target, targetOf } from './site-addresses.ts'

type Needs = Pick<Services, 'db' | 'now' | 'log' | 'settings'>

const RECORDS_AT_ONCE = 100
/** How many addresses one job asks for; the next job goes on. */
const ASKED_BY_JOB = 60
/** How many sites are asked at a time, and how many addresses in a night. */
const AT_A_TIME = 4
const ASKED_BY_NIGHT = 3000
/** A job of the queue that takes longer is given to another server. */
const JOB_MS = 3 * MINUTE_MS
/** Less than a day, so that a night that begins late does not leave out the next one. */
const ASKED_EVERY_MS = 20 * HOUR_MS

/** Finds all links. @param only those of one record */
export async function checkLinks(services: Needs, only?: RecordKey): Promise<void> {
  const { db, now } = services
  const began = now()
  let records: LinkingRecord[] = []
  const save = async () => {
    await saveLinks(db, await linksOf(services, records), began)
    records = []
  }
  for await (const record of linkingRecords(db, began, only))
    if (records.push(named(record)) >= RECORDS_AT_ONCE) await save()
  await save()
  await deleteUnseen(db, began, only)
}

const named = (record: LinkingRecord): LinkingRecord =>
  record.kind === 'menu' && isMenuPlace(record.record) ? { ...record, name: placeName(record.record) } : record

/** Those to other sites, and those that lead nowhere. */
async function linksOf(services: Needs, records: readonly LinkingRecord[]): Promise<FoundLink[]> {
  const placed = records.flatMap(({ texts, ...record }) =>
    linksOfRecord(texts).flatMap((link) =>
      kindOfLink(services, link).map((known) => ({ ...record, ...link, ...known })),
    ),
  )
  const inside = await insideVerdicts(
    services,
    placed.flatMap(({ target }) => (target ? [target] : [])),
  )
  const found = placed.flatMap(({ target, ...link }): FoundLink[] => {
    if (!target) return [{ ...link, state: 'notAsked', reason: 'notYet' }]
    const verdict = target === 'relative' ? DEAD('relative') : inside(target)
    return verdict.state === 'good' ? [] : [{ ...link, ...verdict }]
  })
  // One text may have two ways to write an address: a place has each once.
  return [
    ...new Map(
      found.map((link) => [[link.kind, link.record, link.path, link.lang, link.url].join(' '), link]),
    ).values(),
  ]
}

type Known = { isOutside: boolean; url: string; target?: Target | 'relative' }

/** Nothing of what is no address of a page, such as a telephone number or a place in the same text. */
function kindOfLink({ settings }: Pick<Needs, 'settings'>, { url }: PlacedLink): Known[] {
  if (/^(mailto:|tel:|#)/i.test(url)) return []
  const own = new URL(settings.publicUrl).origin
  if (/^https?:\/\//.test(url)) {
    if (!URL.canParse(url)) return [{ isOutside: true, url }]
    const { origin, pathname, href } = new URL(url)
    return [origin === own ? { isOutside: false, url, target: targetOf(pathname) } : { isOutside: true, url: href }]
  }
  if (!/^\/(?!\/)/.test(url)) return [{ isOutside: false, url, target: 'relative' }]
  // The language is added when a text is shown: in the text there is none.
  return [{ isOutside: false, url: url.replace(/^\/(ar|en)(?=\/)/, ''), target: targetOf(url) }]
}

const GOOD = { state: 'good', reason: null } as const
const DEAD = (reason: LinkReason) => ({ state: 'dead' as LinkState, reason })

/** What is known of the targets, read in three queries. */
async function insideVerdicts({ db, now }: Pick<Needs, 'db' | 'now'>, targets: readonly (Target | 'relative')[]) {
  const slugsOf = (kind: 'course' | 'article') =>
    targets.flatMap((one) => (one !== 'relative' && one.to === kind ? [one.slug] : []))
  const [courses, articles, posts] = await Promise.all([
    knownSlugs(db, 'courses', slugsOf('course'), now()),
    knownSlugs(db, 'articles', slugsOf('article'), now()),
    knownPosts(
      db,
      targets.flatMap((one) => (one !== 'relative' && one.to === 'post' ? [one.id] : [])),
    ),
  ])
  return (target: Target): { state: LinkState; reason: LinkReason | null } => {
    if (target.to === 'page') return GOOD
    if (target.to === 'nowhere') return DEAD('noPage')
    if (target.to === 'post') return posts.has(target.id) ? GOOD : DEAD('noRecord')
    const isShown = (target.to === 'course' ? courses : articles).get(target.slug)
    if (isShown === undefined) return DEAD('noRecord')
    return isShown ? GOOD : DEAD('hidden')
  }
}

/** One part of the night's asking; the next one is another job. @param asked how many were asked this night */
export async function askInParts(services: Needs, asked: number): Promise<void> {
  const done = await askSites(services)
  if (done > 0 && asked + done < ASKED_BY_NIGHT)
    await enqueue(services.db, 'askSites', { asked: asked + done }, { key: 'askSites' })
}

/** Asks the sites of the links that were not asked for longest. @returns how many */
export async function askSites(services: Needs, ask: AskSite = askSite): Promise<number> {
  const { db, now } = services
  const due = await linksToAsk(db, new Date(now().getTime() - ASKED_EVERY_MS), ASKED_BY_JOB)
  const until = Date.now() + JOB_MS
  // One site is asked for one page at a time.
  const sites = [...Map.groupBy(due, ({ url }) => hostOf(url)).values()]
  let done = 0
  const work = async () => {
    for (let site = sites.shift(); site; site = sites.shift()) {
      for (const link of site) {
        if (Date.now() > until) return
        await askOne(services, link, ask)
        done++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return done
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

async function askOne(services: Needs, { url, failed_on }: LinkToAsk, ask: AskSite): Promise<void> {
  const verdict: Verdict = URL.canParse(url)
    ? await ask(url, { userAgent: `Maahad link check (+${services.settings.publicUrl})` })
    : { state: 'dead', reason: 'invalid', status: null }
  const at = services.now()
  await saveAnswer(services.db, url, afterFailure(verdict, failed_on, dayOf(at)), at)
}

/** One link, because somebody asked for it: its text may have another one by now. A site is asked at most once a minute. */
export async function askAgain(services: Needs, id: number, ask: AskSite = askSite): Promise<void> {
  const { db, now } = services
  const before = await linkById(db, id)
  if (!before) return
  await checkLinks(services, { kind: before.kind as LinkingKind, record: before.record })
  const link = await linkById(db, id)
  if (!link?.is_outside) return
  const isRecent = link.checked_at !== null && link.checked_at.getTime() > now().getTime() - MINUTE_MS
  if (isRecent) return markAskedAgain(db, id, null)
  return askOne(services, link, ask)
}
