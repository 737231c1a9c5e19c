/** Ranges of a file, as video players request them (RFC 9110, 14). */

export type ByteRange = { first: number; last: number }

/**
 * The range that a `Range` header requests of a file of `size` bytes; `whole` when it is no single range of bytes, which
 * a server may ignore; `none` when no byte of the file is in it.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const from = match[1] === '' ? undefined : Number(match[1])
  const to = match[2] === '' ? undefined : Number(match[2])
  if (from === undefined) return to === 0 || size === 0 ? 'none' : { first: Math.max(0, size - to!), last: size - 1 }
  if (to !== undefined && to < from) return 'whole'
  if (from >= size) return 'none'
  return { first: from, last: Math.min(to ?? size - 1, size - 1) }
}
