/** Follows every link of the site as a search engine would: pages, files, and fragments. */

import { IS_LONG } from '../long.ts'

export type Crawl = {
  /** The number of requested addresses of the site, without fragments. */
  requested: number
  /** Broken links, each with a page that contains it. */
  lost: string[]
}

const ADDRESS = /\s(?:href|src|action|poster|content)="([^"]+)"|\ssrcset="([^"]+)"/g
const CONCURRENCY = 4
const ENOUGH = IS_LONG ? 4 : 1

type Seen = { status: number; location: string | null; links: string[]; ids: Set<string> }

/** @param within whether the links of a page are also followed; lists with all their filters are endless */
export async function crawl(origin: string, starts: string[], within: (url: URL) => boolean): Promise<Crawl> {
  const seen = new Map<string, Promise<Seen>>()
  const cameFrom = new Map<string, string>()
  const places: { target: string; id: string; from: string }[] = []
  const queue = [...starts]
  const kinds = new Map<string, number>()

  const ask = (path: string) => {
    const request = seen.get(path) ?? look(origin + path)
    seen.set(path, request)
    return request
  }
  const follow = async (path: string) => {
    const { links } = await ask(path)
    if (!within(new URL(path, origin))) return
    for (const link of links) {
      const url = toUrl(link, origin + path)
      if (url?.origin !== origin) continue
      const target = url.pathname + url.search
      // A moment of a film (W3C Media Fragments) is no part of a page.
      const isAnchor = url.hash.length > 1 && !url.hash.startsWith('#t=')
      if (isAnchor) places.push({ target, id: decodeURIComponent(url.hash.slice(1)), from: path })
      if (cameFrom.has(target) || isOneOfMany(url, kinds)) continue
      cameFrom.set(target, path)
      queue.push(target)
    }
  }
  for (const start of starts) cameFrom.set(start, 'the beginning')
  while (queue.length > 0) await Promise.all(queue.splice(0, CONCURRENCY).map(follow))

  const lost: string[] = []
  for (const [path, from] of cameFrom) {
    const { status, location } = await ask(path)
    const isLost = status >= 400 || (location !== null && new URL(location, origin).pathname === '/error')
    if (isLost) lost.push(`${path} (${location ?? status}) from ${from}`)
  }
  for (const { target, id, from } of places) {
    const { ids, status } = await ask(target)
    if (status === 200 && !ids.has(id)) lost.push(`${target}#${id} from ${from}`)
  }
  return { requested: cameFrom.size, lost: [...new Set(lost)] }
}

/** Whether enough addresses of this kind were requested: they differ only in the values of the query or in an id. */
function isOneOfMany({ pathname, searchParams }: URL, counts: Map<string, number>): boolean {
  const family = /^\/share\/.*\/|^\/\w+\/order-details\//.exec(pathname)?.[0]
  if (searchParams.size === 0 && !family) return false
  const kind = `${family ?? pathname}?${[...searchParams.keys()].sort()}`
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts.get(kind)! > ENOUGH
}

async function look(url: string): Promise<Seen> {
  const answer = await fetch(url, { redirect: 'manual' })
  const location = answer.headers.get('location')
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('text/html')) {
    // The icons in a sprite are also targets of fragments.
    const text = await answer.text()
    return { status: answer.status, location, links: [], ids: idsOf(type.includes('svg') ? text : '') }
  }
  const html = (await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  const links = Array.from(html.matchAll(ADDRESS), ([, one, several]) =>
    one === undefined ? several!.split(',').map((part) => part.trim().split(/\s+/)[0]!) : [one],
  ).flat()
  return {
    status: answer.status,
    location,
    links: links.map((link) => link.replaceAll('&amp;', '&')),
    ids: idsOf(html),
  }
}

const idsOf = (text: string) => new Set(Array.from(text.matchAll(/\sid="([^"]+)"/g), ([, id]) => id!))

/** The attribute's value if it is an address: most `<meta>` contents are not, and a colour looks like a fragment. */
function toUrl(link: string, base: string): URL | undefined {
  if (!/^(?:https?:\/\/|\/|#(?![\da-f]{6}$)|\?)/.test(link)) return undefined
  return URL.parse(link, base) ?? undefined
}
