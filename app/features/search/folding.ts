/**
 * Arabic as the search compares it: the browser's version of `ar_norm` (db/migrations/001-foundation.sql). It keeps the
 * position of each letter, so that a term can be marked in a text that is spelled differently. A test compares the two.
 */

const UNREAD = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const FROM = 'أإآٱىئؤةیکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬،؛؟'
const TO = 'ااااييوهيكك01234567890123456789.,  '

function foldLetter(letter: string): string {
  return [...letter.normalize('NFKC').toLowerCase()]
    .map((one) => (UNREAD.test(one) ? '' : FROM.includes(one) ? TO[FROM.indexOf(one)]! : one))
    .join('')
}

export function fold(text: string): string {
  return [...text.normalize('NFC')].map(foldLetter).join('')
}

/** The folded words of a text. */
export function foldedWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** An Arabic word without conjunction, preposition and article, as `search_bare` removes them. */
export function bareWord(word: string): string {
  return /^(?:[وف]?(?:ال|بال|كال|لل)|و)([ء-ي]{3,})$/.exec(word)?.[1] ?? word
}

export type Piece = { text: string; marked: boolean }

/** A text in pieces; those that match the term are marked. */
export function markFound(value: string, term: string): Piece[] {
  const text = value.normalize('NFC')
  const terms = foldedWords(term).map((word) => [word, bareWord(word)] as const)
  const { letters, places } = foldedWithPlaces(text)
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: word, index } of letters.matchAll(/[\p{L}\p{N}]+/gu)) {
    const found = terms.map(([whole, bare]) => matchIn(word, whole, bare)).sort((a, b) => b.length - a.length)[0]
    if (!found || found.length === 0) continue
    const from = places[index + found.from]!
    const to = places[index + found.from + found.length] ?? text.length
    const end = from + trimmedLength(text.slice(from, to))
    pieces.push({ text: text.slice(done, from), marked: false }, { text: text.slice(from, end), marked: true })
    done = end
  }
  pieces.push({ text: text.slice(done), marked: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Characters after the last matched letter belong to it only if they are diacritics. */
function trimmedLength(text: string): number {
  return text.replace(/[^\p{L}\p{N}\p{M}]+$/u, '').length
}

/** The folded text, and for each folded letter its position in the original. */
function foldedWithPlaces(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  let place = 0
  for (const letter of text) {
    const folded = foldLetter(letter)
    for (let i = 0; i < folded.length; i++) places.push(place)
    letters += folded
    place += letter.length
  }
  return { letters, places }
}

/** The part of a word that matches a search word: a prefix, also after the article; else what their stems share. */
function matchIn(word: string, term: string, bareTerm: string): { from: number; length: number } {
  const bare = bareWord(word)
  const offset = word.length - bare.length
  if (term.length === 1) return { from: 0, length: word === term ? 1 : 0 }
  if (word.startsWith(term)) return { from: 0, length: term.length }
  if (bare.startsWith(term)) return { from: offset, length: term.length }
  if (bare.startsWith(bareTerm)) return { from: offset, length: bareTerm.length }
  let shared = 0
  while (shared < bare.length && bare[shared] === bareTerm[shared]) shared++
  const [least, ending] = /^[a-z]/.test(bareTerm) ? [4, 4] : [3, 2]
  const isStem = shared >= least && bareTerm.length - shared <= ending && bare.length - shared <= 4
  return { from: offset, length: isStem ? shared : 0 }
}
