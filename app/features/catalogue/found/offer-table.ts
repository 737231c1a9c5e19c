/** Offers in memory as columns: some forty bytes each, so that a search adds up fifty thousand in milliseconds. */
import { DAY_MS } from '../../../platform/durations.ts'

/** As the database sends it; times in microseconds. */
export type OfferRow = readonly [
  courseId: number,
  isListed: boolean,
  publishedAt: number | null,
  kind: number,
  priceHalalas: number,
  nextStart: number | null,
  /** As the column has it, or the days alone as the text of a datemultirange. */
  runs: string,
]

/**
 * A run that has not started: the day on which it starts, its city or 0, and the bits of when it meets.
 * @property day such as 20270205
 */
export type Run = { day: number; city: number; times: number }

/** A row that is put back. */
type Copy = Record<'listed' | 'publishedAt' | 'price' | 'nextStart' | 'kind' | 'runs', number>

const FIRST_SIZE = 1024

export class OfferTable {
  /** How many rows there are; those of removed courses stay, unlisted. */
  size = 0
  courseIds = new Int32Array(FIRST_SIZE)
  listed = new Uint8Array(FIRST_SIZE)
  publishedAt = new Float64Array(FIRST_SIZE)
  prices = new Int32Array(FIRST_SIZE)
  nextStarts = new Float64Array(FIRST_SIZE)
  /** Indexes in `kinds` and `runs`. */
  kindOf = new Int32Array(FIRST_SIZE)
  runsOf = new Int32Array(FIRST_SIZE)
  readonly kinds: number[] = []
  /** The runs of a course; those of courses with the same runs once. */
  readonly runs: Run[][] = []
  readonly #rowOf = new Map<number, number>()
  readonly #kindIndex = new Map<number, number>()
  readonly #runsIndex = new Map<string, number>()

  rowOf(courseId: number): number | undefined {
    return this.#rowOf.get(courseId)
  }

  /** Adds or replaces the offer of a course. @returns its row */
  put(offer: OfferRow): number {
    const [courseId, isListed, publishedAt, kind, price, nextStart, runs] = offer
    const row = this.#rowOf.get(courseId) ?? this.#add(courseId)
    this.listed[row] = isListed ? 1 : 0
    this.publishedAt[row] = publishedAt ?? -Infinity
    this.prices[row] = price
    this.nextStarts[row] = nextStart ?? Infinity
    this.kindOf[row] = indexIn(this.#kindIndex, kind, () => this.kinds.push(kind))
    this.runsOf[row] = indexIn(this.#runsIndex, runs, () => this.runs.push(runsIn(runs)))
    return row
  }

  remove(courseId: number): void {
    const row = this.#rowOf.get(courseId)
    if (row !== undefined) this.listed[row] = 0
  }

  /**
   * Does `work` with other offers in the place of these courses: none where there is none for a course. It must end
   * before it returns.
   */
  instead<T>(courseIds: readonly number[], offers: readonly OfferRow[], work: () => T): T {
    const rows = courseIds.flatMap((id) => this.#rowOf.get(id) ?? [])
    const kept = rows.map((row) => this.#copyOf(row))
    for (const id of courseIds) this.remove(id)
    for (const offer of offers) if (this.#rowOf.has(offer[0])) this.put(offer)
    try {
      return work()
    } finally {
      for (const [n, row] of rows.entries()) this.#restore(row, kept[n]!)
    }
  }

  #copyOf(row: number): Copy {
    return {
      listed: this.listed[row]!,
      publishedAt: this.publishedAt[row]!,
      price: this.prices[row]!,
      nextStart: this.nextStarts[row]!,
      kind: this.kindOf[row]!,
      runs: this.runsOf[row]!,
    }
  }

  #restore(row: number, { listed, publishedAt, price, nextStart, kind, runs }: Copy) {
    this.listed[row] = listed
    this.publishedAt[row] = publishedAt
    this.prices[row] = price
    this.nextStarts[row] = nextStart
    this.kindOf[row] = kind
    this.runsOf[row] = runs
  }

  #add(courseId: number): number {
    const row = this.size++
    if (row === this.courseIds.length) this.#grow()
    this.courseIds[row] = courseId
    this.#rowOf.set(courseId, row)
    return row
  }

  #grow() {
    const size = this.courseIds.length * 2
    const longer = <Column extends Int32Array | Uint8Array | Float64Array>(column: Column, empty: Column): Column => {
      empty.set(column)
      return empty
    }
    this.courseIds = longer(this.courseIds, new Int32Array(size))
    this.listed = longer(this.listed, new Uint8Array(size))
    this.publishedAt = longer(this.publishedAt, new Float64Array(size))
    this.prices = longer(this.prices, new Int32Array(size))
    this.nextStarts = longer(this.nextStarts, new Float64Array(size))
    this.kindOf = longer(this.kindOf, new Int32Array(size))
    this.runsOf = longer(this.runsOf, new Int32Array(size))
  }
}

/** @param add puts the key at the end of its list and returns the list's length */
function indexIn<Key>(indexes: Map<Key, number>, key: Key, add: () => number): number {
  const known = indexes.get(key)
  if (known !== undefined) return known
  const index = add() - 1
  indexes.set(key, index)
  return index
}

/** @param text such as `20270205:3:2;20270310:0:5`, or `{[2027-01-05,2027-01-07)}` of an offer from before */
function runsIn(text: string): Run[] {
  if (text.startsWith('{')) return daysIn(text).map((day) => ({ day, city: 0, times: 0 }))
  return text.split(';').flatMap((run) => {
    const [day = 0, city = 0, times = 0] = run.split(':').map(Number)
    return day === 0 ? [] : [{ day, city, times }]
  })
}

function daysIn(text: string): number[] {
  const days: number[] = []
  for (const [, from = '', before = ''] of text.matchAll(/\[([\d-]+),([\d-]+)\)/g))
    for (let day = new Date(from); day < new Date(before); day = new Date(day.getTime() + DAY_MS))
      days.push(dayNumber(day.toISOString().slice(0, 10)))
  return days
}

/** @param day such as `2027-02-05` */
export const dayNumber = (day: string) => Number(day.replaceAll('-', ''))
