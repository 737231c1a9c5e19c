/** What was counted in memory, and the rows that it becomes. */
import type { FindPageFacts, FoundFacts } from '../../api/page-facts.ts'
import { type Campaign, plainText } from './campaign.ts'

export type PageCount = {
  number: number
  views: number
  visitors: number
  /** Of the visitors, those who came by a campaign. */
  byCampaign: Map<string, number> | undefined
}

export type Counted = {
  /** By address. */
  pages: Map<string, PageCount>
  /** By host and campaign. */
  sources: Map<string, number>
  /** By the number of the visitor. */
  campaignVisitors: Map<number, string>
}

export const keyOf = ({ source, medium, campaign }: Campaign) => `${source}\n${medium}\n${campaign}`

const NO_CAMPAIGN: Campaign = { source: '', medium: '', campaign: '' }

function campaignOf(key: string): Campaign {
  const [source = '', medium = '', campaign = ''] = key.split('\n')
  return { source, medium, campaign }
}

export type VisitRows = {
  pages: { page: string; views: number; visitors: number }[]
  sources: (Campaign & { host: string; visitors: number })[]
  searches: { term: string; count: number }[]
  steps: (Campaign & { course: string; isSlug: boolean; seen: number; started: number })[]
  campaignVisitors: (Campaign & { visitor: number })[]
}

const MAX_TERM_LENGTH = 80
const MAX_SEARCHES = 2000

/** @param mayBePersonal whether a term may name a person: it is left out */
export function rowsOf(counted: Counted, factsOf: FindPageFacts, mayBePersonal: (text: string) => boolean): VisitRows {
  const pages = new Map<string, VisitRows['pages'][number]>()
  const searches = new Map<string, number>()
  const steps = new Map<string, VisitRows['steps'][number]>()
  for (const [address, { views, visitors, byCampaign }] of counted.pages) {
    // Drafts are seen by those who write them.
    if (address.includes('preview=')) continue
    const facts = factsOf(pathIn(address))
    const page = pageOf(address, facts)
    const sum = pages.get(page) ?? { page, views: 0, visitors: 0 }
    pages.set(page, { page, views: sum.views + views, visitors: sum.visitors + visitors })
    const term = termIn(address, facts.search)
    if (term && !mayBePersonal(term) && searches.size < MAX_SEARCHES)
      searches.set(term, (searches.get(term) ?? 0) + views)
    if (!facts.buyingStep) continue
    const { step, courseOf } = facts.buyingStep
    const course = courseOf(facts.params)
    if (course === undefined) continue
    const isSlug = typeof course === 'string'
    const others = [...(byCampaign ?? [])].reduce((all, [, count]) => all + count, 0)
    for (const [key, count] of [[keyOf(NO_CAMPAIGN), visitors - others] as const, ...(byCampaign ?? [])]) {
      const name = `${course}\n${isSlug}\n${key}`
      const row = steps.get(name) ?? { ...campaignOf(key), course: String(course), isSlug, seen: 0, started: 0 }
      row[step] += count
      if (count > 0) steps.set(name, row)
    }
  }
  return {
    pages: [...pages.values()],
    sources: [...counted.sources].map(([key, visitors]) => {
      const at = key.indexOf('\n')
      return { host: key.slice(0, at), ...campaignOf(key.slice(at + 1)), visitors }
    }),
    searches: [...searches].map(([term, count]) => ({ term, count })),
    steps: [...steps.values()],
    campaignVisitors: [...counted.campaignVisitors].map(([visitor, key]) => ({ visitor, ...campaignOf(key) })),
  }
}

function pathIn(address: string): string {
  const queryAt = address.indexOf('?')
  return queryAt < 0 ? address : address.slice(0, queryAt)
}

/** The page of an address in any language, also of the data that a script asks for. */
function pathOf(address: string): string {
  const path = pathIn(address)
  return path.slice(3, path.endsWith('.data') ? -5 : undefined) || '/'
}

/** What a page counts as: those of content each on its own. */
function pageOf(address: string, { viewOf, buyingStep }: FoundFacts): string {
  const path = pathOf(address)
  return viewOf || buyingStep?.step === 'seen' ? decoded(path) : withoutRecord(path)
}

/** What a visitor sees once of it, however often: the page, or the step for its course. */
export function thingAt(address: string, factsOf: FindPageFacts): string {
  const facts = factsOf(pathIn(address))
  return facts.buyingStep ? decoded(pathOf(address)) : pageOf(address, facts)
}

/**
 * Addresses of single records that only some may see are counted together: they name orders, people and codes. The
 * router takes these addresses in capitals, too.
 */
function withoutRecord(path: string): string {
  const second = path.indexOf('/', 1)
  return decoded(second < 0 ? path : path.slice(0, second)).toLowerCase()
}

function decoded(path: string): string {
  try {
    return plainText(decodeURIComponent(path))
  } catch {
    return path
  }
}

/** What was searched for, on the first page of what was found. */
function termIn(address: string, parameter: string | undefined): string | undefined {
  if (parameter === undefined || !address.includes('?')) return undefined
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const term = plainText(query.get(parameter) ?? '').trim()
  return term && term.length <= MAX_TERM_LENGTH && !query.has('page') ? term : undefined
}
