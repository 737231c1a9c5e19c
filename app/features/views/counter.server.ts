/** Counts views in memory: no request waits for the database, and nothing stored identifies a visitor. */
import { hash, randomBytes } from 'node:crypto'
import type { ViewSubject } from '../../api/page-facts.ts'
import type { Services } from '../../platform/context.server.ts'
import { dayOf, instantOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { addViews, type ViewCount } from './queries.server.ts'
import { VIEWS_PER_COMMENT } from './trending-score.ts'

const FLUSH_INTERVAL_MS = 10_000
/** Beyond this many remembered views, the first ones of the day may be counted twice. */
const MAX_REMEMBERED_VIEWS = 300_000
/** Bounds the memory for views that are not yet written, in case of an attack. */
const MAX_PENDING_VIEWS = 50_000

/** A request for the page of `subject`. */
export type PageView = {
  subject: ViewSubject
  headers: { get: (name: string) => string | null }
  ip: string
  userId: number | undefined
}

export type ViewCounter = {
  seen: (view: PageView) => void
  /** Writes the counts; on failure they are kept for the next flush. */
  flush: () => Promise<void>
  /** Stops the timer and flushes. */
  stop: () => Promise<void>
}

export function countViews(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  every = FLUSH_INTERVAL_MS,
): ViewCounter {
  let pending = new Map<string, ViewCount>()
  let remembered = new Set<string>()
  let dayBegins = startOfDay(now())
  // Only in this process's memory and replaced daily, so that a hash cannot be traced to a visitor later.
  let key = newKey()

  function beginDay(instant: Date) {
    dayBegins = startOfDay(instant)
    key = newKey()
    remembered = new Set()
  }

  function isFirst(view: PageView): boolean {
    const instant = now()
    const sinceMidnight = instant.getTime() - dayBegins
    if (sinceMidnight < 0 || sinceMidnight >= DAY_MS) beginDay(instant)
    const agent = view.headers.get('user-agent') ?? ''
    const visitor = view.userId === undefined ? `${view.ip} ${agent}` : `user ${view.userId}`
    // Nobody is shown it, so a hash of key and text will do, at a tenth of an HMAC's cost.
    const mark = hash('sha256', `${key} ${visitor} ${view.subject.kind} ${view.subject.name}`, 'base64').slice(0, 16)
    if (remembered.has(mark)) return false
    if (remembered.size >= MAX_REMEMBERED_VIEWS)
      for (const oldest of remembered) return remembered.delete(oldest) && !!remembered.add(mark)
    remembered.add(mark)
    return true
  }

  function add(seen: ViewCount) {
    const name = `${seen.kind} ${seen.name} ${seen.userId ?? ''}`
    const known = pending.get(name)
    if (known) known.count += seen.count
    else if (pending.size < MAX_PENDING_VIEWS) pending.set(name, seen)
  }

  async function flush() {
    if (pending.size === 0) return
    const seen = [...pending.values()]
    pending = new Map()
    try {
      await addViews(db, seen, now(), VIEWS_PER_COMMENT)
    } catch (error) {
      for (const view of seen) add(view)
      log.warn({ err: error }, 'views could not be written yet')
    }
  }

  let writing = Promise.resolve()
  const queueFlush = () => {
    writing = writing.then(flush)
    return writing
  }
  const timer = setInterval(queueFlush, every).unref()
  return {
    seen: (view) => {
      if (isPerson(view.headers) && isFirst(view)) add({ ...view.subject, userId: view.userId ?? null, count: 1 })
    },
    flush: queueFlush,
    stop: () => {
      clearInterval(timer)
      return queueFlush()
    },
  }
}

/** When the day in Riyadh of this instant began, in ms. */
const startOfDay = (instant: Date) => instantOf(dayOf(instant)).getTime()
const newKey = () => randomBytes(32).toString('base64')

const BOTS =
  /(?<!\bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|skype|embedly|lighthouse|headless|monitor|uptime|curl|wget|python|java\/|go-http|node|axios|httpclient|scrapy|archiver|feed|rss/i

/** Neither a bot nor a browser that only prefetches. */
export function isPerson(headers: PageView['headers']): boolean {
  const agent = headers.get('user-agent') ?? ''
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  return agent !== '' && !BOTS.test(agent) && !/prefetch|prerender|preview/i.test(purpose)
}
