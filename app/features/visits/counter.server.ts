/**
 * Counts visits in memory and writes them every few seconds: no request waits for the database, and nothing that is
 * stored for longer than the day tells one visitor from another.
 */
import { randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FindPageFacts } from '../../api/page-facts.ts'
import type { Services } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { mayBePersonal } from '../search-misses/search-misses.server.ts'
import { isPerson } from '../views/counter.server.ts'
import { campaignIn, hostIn } from './campaign.ts'
import { type Counted, keyOf, rowsOf, thingAt } from './counted.ts'
import { addVisits, campaignVisitorsSince, seedOf } from './counter-queries.server.ts'
import { bothNumbers, thingNumber, visitorNumber } from './visitor-number.ts'

const FLUSH_INTERVAL_MS = 10_000
/** Numbers of what visitors have seen today. Beyond them it is forgotten, and seen anew. */
const MAX_REMEMBERED = 500_000
/** Of one flush: bounds the memory in case of an attack. */
const [MAX_PAGES, MAX_SOURCES, MAX_CAMPAIGN_VISITORS] = [10_000, 2000, 20_000]
/** Of a day: each of them is written down until midnight, and anybody can make up names of browsers. */
const MAX_CAMPAIGN_VISITORS_OF_DAY = 200_000
const MAX_AGENTS = 5000
const NO_BROWSER = -1
/** How long another process may take to write down who came by a campaign. */
const OVERLAP_MS = 3 * FLUSH_INTERVAL_MS

export type VisitCounter = {
  /**
   * A page was sent to somebody.
   * @param address without what only links of campaigns add
   * @param asked the address as it was asked for
   */
  seen: (address: string, asked: string, headers: IncomingHttpHeaders, ip: string) => void
  /** Writes the counts; on failure they are kept for the next flush. */
  flush: () => Promise<void>
  /** Stops the timer and flushes. */
  stop: () => Promise<void>
}

const empty = (): Counted => ({ pages: new Map(), sources: new Map(), campaignVisitors: new Map() })

export function countVisits(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  factsOf: FindPageFacts,
  every = FLUSH_INTERVAL_MS,
): VisitCounter {
  let pending = empty()
  let day = dayOf(now())
  /** Of this process, until that of the day is read. */
  let seed = randomInt(2 ** 47)
  let isSeedShared = false
  const remembered = new Set<number>()
  /** By the number of the visitor, those who came by a campaign today. */
  const campaignOf = new Map<number, string>()
  let campaignVisitors = 0
  const browsers = new Map<string, number>()
  let heardUntil = new Date(0)

  function beginDay(instant: Date) {
    day = dayOf(instant)
    seed = randomInt(2 ** 47)
    isSeedShared = false
    remembered.clear()
    campaignOf.clear()
    campaignVisitors = 0
  }

  function isFirst(number: number): boolean {
    if (remembered.has(number)) return false
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.add(number)
    return true
  }

  /** The number of the browser's name; undefined for a program, and for a page that is only prepared. */
  function browserOf(headers: IncomingHttpHeaders): number | undefined {
    const agent = headers['user-agent']
    if (agent === undefined || (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'])) return undefined
    // Names of browsers are few, so that each is looked at once.
    const known = browsers.get(agent)
    if (known !== undefined) return known === NO_BROWSER ? undefined : known
    const isBrowser = isPerson({ get: (name) => (name === 'user-agent' ? agent : null) })
    if (browsers.size >= MAX_AGENTS) browsers.clear()
    // As long as a request's context has it, which orders are counted by.
    const number = thingNumber(agent.slice(0, 300))
    browsers.set(agent, isBrowser ? number : NO_BROWSER)
    return isBrowser ? number : undefined
  }

  function seen(address: string, asked: string, headers: IncomingHttpHeaders, ip: string) {
    const browser = browserOf(headers)
    if (browser === undefined) return
    const visitor = visitorNumber(seed, ip, browser)
    if (asked !== address) comeByCampaign(asked, headers, visitor)
    else if (isFromOutside(headers)) comeFrom(headers.referer, visitor, '')
    countPage(address, visitor)
  }

  function countPage(address: string, visitor: number) {
    let page = pending.pages.get(address)
    if (!page) {
      if (pending.pages.size >= MAX_PAGES) return
      page = { number: thingNumber(thingAt(address, factsOf)), views: 0, visitors: 0, byCampaign: undefined }
      pending.pages.set(address, page)
    }
    page.views++
    if (!isFirst(bothNumbers(visitor, page.number))) return
    page.visitors++
    const campaign = campaignOf.size === 0 ? undefined : campaignOf.get(visitor)
    if (campaign === undefined) return
    page.byCampaign ??= new Map()
    add(page.byCampaign, campaign)
  }

  function comeByCampaign(asked: string, headers: IncomingHttpHeaders, visitor: number) {
    const query = new URLSearchParams(asked.slice(asked.indexOf('?') + 1))
    const campaign = campaignIn(query, mayBePersonal)
    const key = campaign ? keyOf(campaign) : ''
    const hasRoom =
      pending.campaignVisitors.size < MAX_CAMPAIGN_VISITORS && campaignVisitors < MAX_CAMPAIGN_VISITORS_OF_DAY
    if (key && hasRoom && campaignOf.get(visitor) !== key) {
      campaignVisitors++
      campaignOf.set(visitor, key)
      pending.campaignVisitors.set(visitor, key)
    }
    if (isFromOutside(headers)) comeFrom(headers.referer, visitor, key)
  }

  function comeFrom(referer: string | undefined, visitor: number, campaign: string) {
    const source = `${(referer && hostIn(referer)) || ''}\n${campaign}`
    if (!isFirst(bothNumbers(visitor, thingNumber(source)))) return
    if (pending.sources.size < MAX_SOURCES || pending.sources.has(source)) add(pending.sources, source)
  }

  async function flush() {
    const at = now()
    // While nobody comes, nothing is asked either.
    if (isSeedShared && day === dayOf(at) && pending.pages.size === 0) return
    const ofDay = day
    const counted = pending
    pending = empty()
    try {
      await addVisits(db, rowsOf(counted, factsOf, mayBePersonal), ofDay, at)
      if (dayOf(at) !== day) beginDay(at)
      await hear(at)
    } catch (error) {
      keep(counted)
      log.warn({ err: error }, 'visits could not be written yet')
    }
  }

  /** What other processes know of the day. */
  async function hear(at: Date) {
    const today = day
    if (!isSeedShared) {
      const shared = await seedOf(db, today, randomInt(2 ** 47))
      if (day !== today) return
      // What this process knew by its own numbers is forgotten.
      seed = shared
      isSeedShared = true
      remembered.clear()
      campaignOf.clear()
      heardUntil = new Date(0)
    }
    const others = await campaignVisitorsSince(
      db,
      today,
      new Date(heardUntil.getTime() - OVERLAP_MS),
      MAX_CAMPAIGN_VISITORS,
    )
    if (day !== today) return
    for (const { visitor, ...campaign } of others) {
      if (pending.campaignVisitors.has(visitor)) continue
      if (campaignOf.size >= MAX_REMEMBERED) campaignOf.clear()
      campaignOf.set(visitor, keyOf(campaign))
    }
    heardUntil = at
  }

  /** For the next flush, as far as there is room: the database may stay away for long. */
  function keep(counted: Counted) {
    for (const [address, { number, views, visitors, byCampaign }] of counted.pages) {
      const page = pending.pages.get(address)
      if (!page) {
        if (pending.pages.size < MAX_PAGES) pending.pages.set(address, { number, views, visitors, byCampaign })
      } else {
        page.views += views
        page.visitors += visitors
        for (const [campaign, count] of byCampaign ?? []) {
          page.byCampaign ??= new Map()
          add(page.byCampaign, campaign, count)
        }
      }
    }
    for (const [source, count] of counted.sources)
      if (pending.sources.size < MAX_SOURCES || pending.sources.has(source)) add(pending.sources, source, count)
    for (const [visitor, campaign] of counted.campaignVisitors)
      if (pending.campaignVisitors.size < MAX_CAMPAIGN_VISITORS && !pending.campaignVisitors.has(visitor))
        pending.campaignVisitors.set(visitor, campaign)
  }

  let writing = Promise.resolve()
  const queueFlush = () => {
    writing = writing.then(flush)
    return writing
  }
  void queueFlush()
  const timer = setInterval(queueFlush, every).unref()
  return {
    seen,
    flush: queueFlush,
    stop: () => {
      clearInterval(timer)
      return queueFlush()
    },
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, count = 1) {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Whether the visitor followed no link of this site. Browsers of the last years say so themselves. */
function isFromOutside(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { referer, host } = headers
  return referer === undefined || host === undefined || !referer.startsWith(host, referer.indexOf('//') + 2)
}
