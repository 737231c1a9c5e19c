/** Films of other sites that an article may show: by a list of hosts, and never before the reader asks for one. */

export type EmbedHost = 'youtube' | 'vimeo'
/** @property address of its page at the host, for a link */
export type Embed = { host: EmbedHost; id: string; address: string }

type Source = {
  name: string
  /** The addresses that people copy; each names the film. */
  patterns: readonly RegExp[]
  page: (id: string) => string
  /** What a frame loads: of YouTube, the host that sets no cookies before the film is played. */
  player: (id: string) => string
}

const SOURCES: Record<EmbedHost, Source> = {
  youtube: {
    name: 'YouTube',
    patterns: [
      /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#].*)?$/,
      /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts)\/([\w-]{11})(?:[?#].*)?$/,
      /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#].*)?$/,
    ],
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  vimeo: {
    name: 'Vimeo',
    patterns: [
      /^https:\/\/(?:www\.)?vimeo\.com\/(\d{6,12})(?:[?#].*)?$/,
      /^https:\/\/player\.vimeo\.com\/video\/(\d{6,12})(?:[?#].*)?$/,
    ],
    page: (id) => `https://vimeo.com/${id}`,
    player: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
}

/** Undefined for an address of any other host, or of something else there. */
export function embedOf(address: string): Embed | undefined {
  for (const [host, { patterns, page }] of Object.entries(SOURCES)) {
    const id = patterns.map((pattern) => pattern.exec(address)?.[1]).find(Boolean)
    if (id) return { host: host as EmbedHost, id, address: page(id) }
  }
  return undefined
}

const ID = /^[\w-]{6,12}$/

/** What our own page of a film shows; undefined for a host that is not in the list. */
export function playerOf(host: string, id: string): { name: string; src: string; origin: string } | undefined {
  if (!Object.hasOwn(SOURCES, host) || !ID.test(id)) return undefined
  const { name, player } = SOURCES[host as EmbedHost]
  const src = player(id)
  return { name, src, origin: new URL(src).origin }
}

export const embedName = (host: EmbedHost): string => SOURCES[host].name
