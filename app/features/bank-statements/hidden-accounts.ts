/** Bank accounts in the words of a movement: only their end is kept, since the words stay for good. */
import { foldDigits } from '../../locales/digits.ts'
import { isIban } from '../refunds/iban.ts'
import type { StatementError, StatementLine } from './statement.ts'

const DIGIT = '[\\d٠-٩۰-۹]'
/** Also when a line of the file ends within it, and with a mistake in it. */
const SAUDI_IBAN = new RegExp(`SA(?:[\\s-]?${DIGIT}){22}`, 'gi')
/** In one piece, or in groups of four. */
const FOREIGN_IBAN = /\b[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)\b/gi
/** Longer than any amount and any number of ours, also in groups. */
const LONG_NUMBER = new RegExp(`${DIGIT}(?:\\s?${DIGIT}){10,}`, 'g')
const END_LENGTH = 4
/** A name in the column of accounts has none. */
const MIN_DIGITS_OF_ACCOUNT = 5
const MAX_ERROR_LENGTH = 200

const compact = (account: string) => foldDigits(account).replace(/[\s-]/g, '').toUpperCase()
const endOf = (account: string) => `…${compact(account).slice(-END_LENGTH)}`

/** Words of four letters or fewer that follow an IBAN look like groups of it: its checksum tells where it ends. */
function hideForeign(found: string): string {
  for (let end = found.length; end > 0; end = found.lastIndexOf(' ', end - 1)) {
    const rest = found.slice(end)
    if (isIban(compact(found.slice(0, end))))
      return endOf(found.slice(0, end)) + rest.replace(FOREIGN_IBAN, hideForeign)
  }
  return found
}

/** A digit in each script; of the rest, with the flag u only what has a meaning in an expression is to be escaped. */
const spellings = (character: string) =>
  character
    .replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    .replace(/\d/, (digit) => `[${digit}${'٠١٢٣٤٥٦٧٨٩'[+digit]}${'۰۱۲۳۴۵۶۷۸۹'[+digit]}]`)

/** @param account the payer's, when the file names it: it may be no IBAN */
export function withoutAccounts(text: string, account = ''): string {
  const ibans = text.replace(SAUDI_IBAN, endOf).replace(FOREIGN_IBAN, hideForeign)
  const characters = [...foldDigits(account).replace(/[\s-]/g, '')]
  if (characters.filter((character) => /\d/.test(character)).length < MIN_DIGITS_OF_ACCOUNT) return ibans
  const spelled = characters.map(spellings).join('[\\s-]*')
  return ibans.replace(new RegExp(spelled, 'giu'), endOf)
}

export const lineToKeep = <Line extends Pick<StatementLine, 'description' | 'payerName' | 'payerAccount'>>(
  line: Line,
): Line => ({
  ...line,
  description: withoutAccounts(line.description, line.payerAccount),
  payerName: withoutAccounts(line.payerName, line.payerAccount),
})

/** Nobody knows which cell of a row that could not be read is the account, so that no long number stays. */
export const errorToKeep = (error: StatementError): StatementError => ({
  ...error,
  text: withoutAccounts(error.text).replace(LONG_NUMBER, endOf).slice(0, MAX_ERROR_LENGTH),
})
