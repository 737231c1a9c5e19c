export type MediaKind = 'picture' | 'drawing' | 'film'

/** By the end of its address. */
export function mediaKindOf(address: string): MediaKind {
  if (/\.(?:mp4|webm)$/.test(address)) return 'film'
  return address.endsWith('.svg') ? 'drawing' : 'picture'
}
