/** The codes of seats: read from paper and over the telephone, so without letters and digits that look alike. */
import { randomInt } from 'node:crypto'
import { foldDigits } from '../../../locales/digits.ts'

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 30^12 codes, of which a network may try few: guessing finds none. */
const LENGTH = 12

export function newSeatCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-')
}

/** As it is stored, however it was typed. */
export function seatCodeOf(typed: string): string {
  const letters = foldDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return letters.match(/.{1,4}/g)?.join('-') ?? ''
}
