/** Pictures and films: their media types, and their security policy when they are opened by themselves. */

const MEDIA_TYPES = new Map([
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['vtt', 'text/vtt; charset=utf-8'],
])

export function mediaTypeOf(name: string): string | undefined {
  return MEDIA_TYPES.get(name.split('.').at(-1) ?? '')
}

/** An SVG may run nothing. A film that is opened by its address needs the browser's own player. */
export function mediaPolicy(type: string): string {
  return type.startsWith('video/')
    ? "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}
