/** Ranges of a file, as video players request them (RFC 9110, 14). */

export type ByteRange = { first: number; last: number }

/**
 * The range that a `Range` header requests of a file of `size` bytes; `whole` when it is no single range of bytes, which
 * a server may ignore; `none` when no byte of the file is in it.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole'
  const from = asked[1] === '' ? undefined : Number(asked[1])
  const to = asked[2] === '' ? undefined : Number(asked[2])
  if (from === undefined) return to === 0 || size === 0 ? 'none' : { first: Math.max(0, size - to!), last: size - 1 }
  if (to !== undefined && to < from) return 'whole'
  if (from >= size) return 'none'
  return { first: from, last: Math.min(to ?? size - 1, size - 1) }
}
