/** The colours that the pictures use: the institute's, and a few of their own. */
import { BRAND_COLOURS } from '../../../app/ui/brand-colours.ts'

export const {
  ink: INK,
  paper: PAPER,
  sand: SAND,
  line: LINE,
  deep: DEEP,
  pine: PINE,
  mint: MINT,
  gold: GOLD,
} = BRAND_COLOURS
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
