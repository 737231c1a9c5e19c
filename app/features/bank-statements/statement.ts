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
  payerName: string
  /** The payer's account or IBAN; empty when the bank does not tell. */
  payerAccount: string
}

export type LineProblem = 'noDay' | 'noAmount' | 'otherCurrency' | 'columnsMissing'
/** What could not be read, and where. */
export type StatementError = { place: number; problem: LineProblem; text: string }

export type Statement = {
  /** The number of the account; empty when the file does not say. */
  account: string
  lines: StatementLine[]
  errors: StatementError[]
}

/** The file is none of the formats, or what it begins as is broken. */
export class UnreadableStatement extends Error {}

export type StatementFormat = 'csv' | 'mt940' | 'camt'

export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 2000)
  if (/<\?xml|<(?:\w+:)?Document[\s>]/.test(start)) return 'camt'
  if (/^(?:\{1:|:20:|:25:)/m.test(start)) return 'mt940'
  return 'csv'
}

/** Text of a file: UTF-8 or UTF-16 when it says so, UTF-8 when it is valid, otherwise the Arabic code page of Windows. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}
