/**
 * The sub-fields of an MT940 description. One kind is numbered: `?20` to `?29` and `?60` to `?63` are its words, `?00`
 * what was booked. The other has names: `/REMI/` is what the payer wrote, `/EREF/` the payer's reference.
 */

/** Where they begin, after the bank's three digits for the kind of movement; the rest is before them. */
const BEGIN = /(?:(?<!\S)\d{3})?\?(?:00|10|20)/
/** Words are cut after so many letters, also within one; a shorter piece ends with a word. */
const FULL_LENGTH = 27

/** A description as people read it; other text, and what stands before the sub-fields, stays as it is. */
export function readableWords(text: string): string {
  const begin = text.search(BEGIN)
  if (begin === -1) return namedWords(text) || text
  // A line of the file ends within words, too.
  const fields = text.slice(begin).replace(/\n/g, '')
  const parts = [...fields.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code = '', words = '']) => ({ code, words }))
  const words = joined(parts.filter(({ code }) => /^(?:2\d|6[0-3])$/.test(code)))
  const booked = parts.find(({ code }) => code === '00')?.words ?? ''
  return [text.slice(0, begin), words || booked]
    .map((one) => one.trim())
    .filter(Boolean)
    .join(' ')
}

const NAMES = 'ACCT|BENM|BIC|CNTP|CREF|CSID|EREF|IBAN|ISDT|MARF|NAME|ORDP|PREF|PURP|REMI|RTRN|SVCL|TRTP|ULTB|ULTC|ULTD'

/** What stands under `/EREF/` and `/REMI/`; empty when the text has no such fields. */
function namedWords(text: string): string {
  const line = text.replace(/\n/g, '')
  const under = (name: string) =>
    new RegExp(`/${name}/(.*?)(?=/(?:${NAMES})/|$)`)
      .exec(line)?.[1]
      ?.replace(/^(?:USTD|STRD)\/+/, '')
      .replace(/\/+$/, '')
      .trim() ?? ''
  const remittance = under('REMI')
  const reference = under('EREF')
  if (!remittance) return ''
  return /^NOTPROVIDED$|^NONREF$/i.test(reference) ? remittance : `${reference} ${remittance}`.trim()
}

const joined = (parts: readonly { words: string }[]) =>
  parts
    .map(({ words }) => (words.length >= FULL_LENGTH ? words : `${words} `))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
