/** In which direction a paragraph, an item or a cell is read that is not in the script of the text around it. Pure. */
type Direction = 'rtl' | 'ltr'

const ARABIC_LETTER = /(?=\p{L})\p{Script=Arabic}/u
const LETTER = /\p{L}/u
/** A number, an amount in per cent or a phone, with the sign before it. Ranges are read in the direction of the text. */
const NUMBER = /^[-+\u2212±<>≤≥~]?\s?\d[\d.,\s]*[%‰+]?$/

/**
 * The direction of a block where it is not that of its text: «5 days, online.» in Arabic, «نعم.» in English.
 * @param words of the block, without code and addresses
 */
export function blockDirection(words: string, around: Direction): Direction | undefined {
  const text = words.trim()
  const isLatin = LETTER.test(text) ? !ARABIC_LETTER.test(text) : NUMBER.test(text)
  const isArabic = ARABIC_LETTER.test(text) && !/\p{Script=Latin}/u.test(text)
  const own = isLatin ? 'ltr' : isArabic ? 'rtl' : around
  return own === around ? undefined : own
}
