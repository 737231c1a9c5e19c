/** A part of the large data set, and the calls that are measured on it. */
import type { Context } from '../../app/platform/context.server.ts'

export type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Numbers of rows, in proportion to the number of courses. */
export type Size = { courses: number; now: Date }

export type Call = {
  name: string
  /** These calls are made one after another. */
  asks: ((ctx: Context) => Promise<unknown>)[]
  /** The 99th percentile must not take longer, in milliseconds. */
  maxP99Ms: number
  /** How many rows a step of a statement may handle for each row that it returns; 100 unless a reason is given. */
  maxReadRatio?: number
  /** Why more rows are read, such as a count that is exact up to ten thousand. */
  readsMoreBecause?: string
}

export type Part = {
  /** Also recorded in the data, so that an existing part is not filled again. */
  name: string
  /** Fills with set-based statements, in the replica role: no triggers fire, so derived tables are filled here, too. */
  fill: (run: Run, size: Size) => Promise<void>
  calls: (run: Run) => Promise<Call[]>
}

/** Reasons to read more. */
export const COUNTED = 'the count is exact up to ten thousand'
export const LATE_PAGE = 'a late page passes over the earlier ones'
