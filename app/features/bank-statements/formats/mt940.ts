/** Statements as SWIFT MT940: `:61:` is a movement, the `:86:` after it its description. */
import { foldDigits } from '../../../locales/digits.ts'
import { dayAt, fullYearOf, halalasOf } from '../amounts.ts'
import {
  type BalanceDoubt,
  BROKEN_LETTER,
  type Statement,
  type StatementError,
  type StatementLine,
  UnreadableStatement,
} from '../statement.ts'
import { balanceDoubtOf } from './balance.ts'
import { readableWords } from './sub-fields.ts'

/** Value day, booking day, sign, funds code, amount, type, the customer's reference, and the bank's after `//`. */
const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,.٬٫]*)([A-Z]\w{3})([^/\n]*)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/

/** @throws UnreadableStatement when there is no movement and no balance in it */
export function readMt940(text: string): Statement {
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '61' || tag.startsWith('60'))) throw new UnreadableStatement()
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  for (const [index, { tag, value, place }] of fields.entries()) {
    if (tag !== '61') continue
    const next = fields[index + 1]
    const line = movementOf(value, next?.tag === '86' ? next.value : '', place)
    if ('problem' in line) errors.push(line)
    else lines.push(line)
  }
  const account = fields.find(({ tag }) => tag === '25')?.value.replace(/\s/g, '') ?? ''
  // A row that could not be read explains the difference itself.
  const balanceDoubt = errors.length === 0 ? balanceDoubtIn(fields, lines) : null
  return { account, lines, errors, balanceDoubt }
}

/** A file holds statements one after another, each from its opening balance (`:60F:`, `:60M:`) to its closing one. */
function balanceDoubtIn(fields: readonly Field[], lines: readonly StatementLine[]): BalanceDoubt | null {
  const openings = fields.filter(({ tag }) => tag.startsWith('60'))
  const statements = openings.map((opening, index) => {
    const end = openings[index + 1]?.place ?? Number.POSITIVE_INFINITY
    const isWithin = ({ place }: { place: number }) => place > opening.place && place < end
    const closing = fields.find((field) => field.tag.startsWith('62') && isWithin(field))
    const moved = lines.filter(isWithin).reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)
    return {
      openingHalalas: balanceOf(opening.value),
      closingHalalas: closing && balanceOf(closing.value),
      ...{ movedHalalas: moved, isClosed: closing !== undefined },
    }
  })
  return statements.some(({ isClosed }) => !isClosed) ? { kind: 'cut' } : balanceDoubtOf(statements)
}

/** `C261102SAR10000,00`: credit or debit, day, currency, amount. */
function balanceOf(value: string): number | undefined {
  const match = /^([CD])\d{6}([A-Z]{3})([\d,.٬٫]+)\s*$/.exec(foldDigits(value))
  const amount = match?.[2] === 'SAR' ? halalasOf(match[3]!.replace(/[,.٫]$/, '')) : undefined
  return amount === undefined || match?.[1] === 'C' ? amount : -amount
}

type Field = { tag: string; value: string; place: number }

/** A field goes on until the next tag; `place` is the line of the file. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, line] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const tag = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (tag) fields.push({ tag: tag[1]!, value: tag[2]!, place: index + 1 })
    else if (fields.length > 0 && !/^(?:-\}?|\{.*)$/.test(line)) fields.at(-1)!.value += `\n${line}`
  }
  return fields
}

function movementOf(value: string, details: string, place: number): StatementLine | StatementError {
  if (`${value}${details}`.includes(BROKEN_LETTER)) return { place, problem: 'brokenText', text: value }
  const match = MOVEMENT.exec(foldDigits(value))
  const amount = match ? halalasOf(match[5]!.replace(/[,.٫]$/, '')) : undefined
  if (!match || amount === undefined) return { place, problem: 'noAmount', text: value }
  const [, valueDay, bookingDay, sign = '', , , , reference = '', bankReference = '', extra = ''] = match
  const day = bookedOn(valueDay!, bookingDay)
  if (day === undefined) return { place, problem: 'noDay', text: value }
  // A reversed credit takes money away, a reversed debit brings it back.
  const isCredit = sign === 'C' || sign === 'RD'
  const described = (words: string) => [known(reference), extra, words].join(' ').replace(/\s+/g, ' ').trim()
  return {
    ...{ place, day, amountHalalas: isCredit ? amount : -amount, bankReference: known(bankReference) },
    description: described(readableWords(details)),
    words: described(details),
    ...partsOf(details),
  }
}

const known = (reference: string) => (/^NON(?:REF)?$/i.test(reference.trim()) ? '' : reference.trim())

/** The booking day has no year: it is the one nearest to the value day. Some banks write both in the Hijri calendar. */
function bookedOn(valueDay: string, bookingDay: string | undefined): string | undefined {
  const year = fullYearOf(Number(valueDay.slice(0, 2)))
  const dayOf = (inYear: number, monthAndDay: string) =>
    dayAt(inYear, Number(monthAndDay.slice(0, 2)), Number(monthAndDay.slice(2)))
  const value = dayOf(year, valueDay.slice(2))
  if (value === undefined || bookingDay === undefined) return value
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(value))
  return [year - 1, year, year + 1]
    .map((one) => dayOf(one, bookingDay))
    .filter((day) => day !== undefined)
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

/** `?31` is the account, `?32` and `?33` the name; other banks write `/ORDP/` or `/NAME/` and `/ACCT/`, `/IBAN/`. */
function partsOf(details: string): { payerName: string; payerAccount: string } {
  const line = details.replace(/\n/g, '')
  const part = (code: string) => new RegExp(`\\?${code}([^?]*)`).exec(line)?.[1]?.trim() ?? ''
  const named = (names: string) => new RegExp(`/(?:${names})/([^/]*)`).exec(line)?.[1]?.trim() ?? ''
  return {
    payerName: `${part('32')}${part('33')}`.trim() || named('NAME|ORDP|BENM'),
    payerAccount: part('31') || named('IBAN|ACCT'),
  }
}
