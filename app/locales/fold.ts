const MARKS = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g
const LETTERS = new Map(
  [...'أإآٱىئؤةیکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'].map((letter, index) => [letter, 'ااااييوهيكك01234567890123456789'[index]!]),
)

/** A word in the form in which the search compares it: `ar_norm` of the database. */
export function fold(word: string): string {
  const plain = word.normalize('NFKC').toLowerCase().replace(MARKS, '')
  return [...plain].map((letter) => LETTERS.get(letter) ?? letter).join('')
}
