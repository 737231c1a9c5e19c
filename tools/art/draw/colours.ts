/** The institute's colours that the pictures use. */
export const INK = '#13231f'
export const PAPER = '#fffdf9'
export const SAND = '#f6f1e6'
export const LINE = '#e6dfd1'
export const DEEP = '#0d3a31'
export const PINE = '#14594b'
export const MINT = '#e4ede6'
export const GOLD = '#d99a1c'
export const PALE_GOLD = '#ecc878'

/** A colour between two others; `share` is how much of the second one. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  const mixed = a.map((value, i) => Math.round(value + (b[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
