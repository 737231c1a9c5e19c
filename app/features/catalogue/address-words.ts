/** What lists read out of an address: whatever makes no sense is left out. */
import { foldDigits } from '../../locales/digits.ts'

/** A whole number within bounds, Arabic digits included. */
export function whole(text: string, least: number, most: number): number | undefined {
  const folded = foldDigits(text.trim())
  if (!/^\d{1,10}$/.test(folded)) return undefined
  const value = Number(folded)
  return value >= least && value <= most ? value : undefined
}

/** At most a hundred letters that somebody searches for. */
export function searchWords(text: string): string | undefined {
  const words = text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
  return words === '' ? undefined : [...words].slice(0, 100).join('').trim()
}
