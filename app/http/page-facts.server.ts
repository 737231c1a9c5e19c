/** Finds the page facts for the path of a request. */
import type { FindPageFacts, PageFacts, PageFactsByAddress } from '../api/page-facts.ts'
import { patternOf } from './addresses.ts'

export type { FindPageFacts, FoundFacts } from '../api/page-facts.ts'

/** Besides the address with its language, the same with `.data`, from which the router loads a page in the browser. */
export function pageFactsFinder(byAddress: PageFactsByAddress): FindPageFacts {
  const exact = new Map<string, PageFacts>()
  const patterns: { pattern: RegExp; facts: PageFacts }[] = []
  for (const [address, facts] of Object.entries(byAddress)) {
    if (address.includes(':')) patterns.push({ pattern: patternOf(address), facts })
    else exact.set(address, facts)
  }
  return (pathname) => {
    const address = /^\/(?:ar|en)(\/.*?)?(?:\.data)?$/.exec(pathname)?.[1] ?? ''
    const found = exact.get(address)
    if (found) return { ...found, params: {} }
    for (const { pattern, facts } of patterns) {
      const params = pattern.exec(address)?.groups
      if (params) return { ...facts, params: decoded(params) }
    }
    return { params: {} }
  }
}

function decoded(params: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, decodeURIComponent(value)]],
  )
  return Object.fromEntries(present)
}
