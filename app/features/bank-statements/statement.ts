/** A bank statement, whatever file it came in. */

/** A booked movement of the account. */
export type StatementLine = {
  /** The row or entry of the file, from 1, for messages. */
  place: number
  /** The day of booking, as `2026-05-31`. */
  day: string
  /** Negative for money that left the account. */
  amountHalalas: number
  /** The bank's own number of the movement; empty when it gives none. */
  bankReference: string
  description: string
  /** The description as the file has it, where that is not how people read it: by it a movement is known again. */
  words?: string
  payerName: string
  /** The payer's account or IBAN; empty when the bank does not tell. */
  payerAccount: string
}

export const LINE_PROBLEMS = [
  'noDay',
  'noAmount',
  'otherCurrency',
  /** More or fewer cells than the header has names, so that nobody knows which is which. */
  'columnsMissing',
  /** Money in and money out at once. */
  'bothSides',
  /** It does not say whether the money came or left. */
  'noDirection',
  /** Letters that the file's encoding does not know. */
  'brokenText',
  /** A quotation mark without an end: what follows cannot be told apart. */
  'brokenQuotes',
] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]
/** What could not be read, and where. */
export type StatementError = { place: number; problem: LineProblem; text: string }

/** Why a file may not hold all movements of its time, though each of its rows could be read. */
export type BalanceDoubt =
  /** It ends before the balance that closes it. */
  | { kind: 'cut' }
  /** Opening balance and movements come to another sum than the bank's closing balance. */
  | { kind: 'differs'; countedHalalas: number; statedHalalas: number }

export type Statement = {
  /** The number of the account; empty when the file does not say. */
  account: string
  lines: StatementLine[]
  errors: StatementError[]
  /** Null where the format has no balances, or they agree with the movements. */
  balanceDoubt?: BalanceDoubt | null
}

/** A statement is read by a person: more are a list of something else. */
export const MAX_LINES = 20_000

/** The file is none of the formats, or what it begins as is broken. */
export class UnreadableStatement extends Error {}

export type StatementFormat = 'csv' | 'mt940' | 'camt'

export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 2000)
  if (/<\?xml|<(?:\w+:)?Document[\s>]/.test(start)) return 'camt'
  if (/^(?:\{1:|:20:|:25:)/m.test(start)) return 'mt940'
  return 'csv'
}

/** Of the bytes beyond ASCII this share at most is broken in a file that is UTF-8 all the same. */
const MAX_BROKEN_SHARE = 0.2

/**
 * Text of a file: UTF-16 or UTF-8 when it says so or is valid, otherwise the Arabic code page of Windows. A file in UTF-8
 * in which some letters are broken keeps them as U+FFFD, so that their rows can be named.
 * @throws UnreadableStatement for a file that is no text, such as a workbook
 */
export function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (text.includes('\0')) throw new UnreadableStatement('no text')
  return text
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // ASCII in UTF-16 without its mark: every other byte is zero.
  if (bytes.length > 3 && first !== 0 && second === 0 && bytes[3] === 0)
    return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const lenient = new TextDecoder('utf-8').decode(bytes)
    return isMostlyUtf8(lenient) ? lenient : new TextDecoder('windows-1256').decode(bytes)
  }
}

function isMostlyUtf8(lenient: string): boolean {
  const foreign = lenient.match(/[^\0-\x7f]/gu) ?? []
  const broken = foreign.filter((letter) => letter === BROKEN_LETTER).length
  return broken <= foreign.length * MAX_BROKEN_SHARE
}

/** What a decoder leaves where it could not read. */
export const BROKEN_LETTER = '\ufffd'
