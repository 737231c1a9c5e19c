/**
 * The offers of all courses, and the courses that lately searched words find, in the memory of the process: what a search
 * counts. Each search first reads what has changed since the last one did, so it counts what the database holds; see
 * docs/decisions/0098.
 */
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/database/database.server.ts'
import { readChanges, readKnown, readMatches, readOffers } from './found-queries.server.ts'
import { OfferTable } from './offer-table.ts'
import { RowSet } from './row-set.ts'

/** Of a hundred thousand courses, a word takes 25 kB. */
const MAX_WORDS = 200
/** So many courses take about 20 ms, during which nobody else is answered. */
const READ_AT_ONCE = 10_000
/** When the terms of more courses have changed, the words are read anew. */
const MANY_CHANGES = 20
/** Runs that courses had once: beyond so many, everything is read anew. */
const mayHold = (courses: number) => 2 * courses + 10_000

export type Matches = { terms: RowSet; heads: RowSet }

type Asked = { words: Set<string>; done: Promise<void> }

export class OfferMemory {
  table = new OfferTable()
  readonly #words = new LRUCache<string, Matches>({ max: MAX_WORDS })
  readonly #db: Database
  /** Undefined until all offers have been read. */
  #known: string | undefined
  #running: Promise<void> = Promise.resolve()
  /** The next reading, which has not begun. */
  #next: Asked | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Reads what has changed until now. Whoever asks while another reading is under way takes part in the next one.
   * @param words parts of a query, as tsqueries
   * @returns what each of them finds, until the next `await`
   */
  async matchesOf(words: readonly string[]): Promise<Matches[]> {
    this.#next ??= this.#afterThis()
    for (const word of words) this.#next.words.add(word)
    await this.#next.done
    // Others asked for so many words in the same reading that these are not kept: they ask again.
    return words.every((word) => this.#words.has(word))
      ? words.map((word) => this.#words.get(word)!)
      : this.matchesOf(words)
  }

  #afterThis(): Asked {
    const words = new Set<string>()
    const begin = () => {
      this.#next = undefined
      return this.#read(words)
    }
    const done = this.#running.then(begin, begin)
    this.#running = done
    return { words, done }
  }

  async #read(words: ReadonlySet<string>): Promise<void> {
    if (this.#known === undefined || this.table.runs.length > mayHold(this.table.size)) await this.#readAll()
    await this.#readChanges(this.#known!)
    for (const word of words) if (!this.#words.has(word)) await this.#readWord(word)
    for (const word of words) this.#words.get(word)
  }

  async #readAll(): Promise<void> {
    this.#known = undefined
    this.#words.clear()
    const known = await readKnown(this.#db)
    const table = new OfferTable()
    let after = 0
    for (;;) {
      const offers = await readOffers(this.#db, after, READ_AT_ONCE)
      for (const offer of offers) after = table.courseIds[table.put(offer)]!
      if (offers.length < READ_AT_ONCE) break
    }
    this.table = table
    this.#known = known
  }

  async #readChanges(since: string): Promise<void> {
    const words = [...this.#words.keys()]
    const { known, offers, removed, terms, isMany } = await readChanges(this.#db, since, words, MANY_CHANGES)
    // The database went back to an earlier state.
    if (BigInt(known) < BigInt(since)) return this.#readAll()
    for (const offer of offers) this.table.put(offer)
    for (const id of removed) this.table.remove(id)
    if (isMany) this.#words.clear()
    else
      for (const { id, ...found } of terms) {
        const row = this.table.rowOf(id)
        if (row === undefined) continue
        for (const [n, word] of words.entries()) {
          const matches = this.#words.peek(word)!
          matches.terms.set(row, found.terms[n]!)
          matches.heads.set(row, found.heads[n]!)
        }
      }
    this.#known = known
  }

  async #readWord(word: string): Promise<void> {
    const { terms, heads } = await readMatches(this.#db, word)
    const rowsOf = (ids: number[]) => {
      const rows = new RowSet(this.table.size)
      for (const id of ids) {
        const row = this.table.rowOf(id)
        // One that was added since is among the next changes.
        if (row !== undefined) rows.set(row, true)
      }
      return rows
    }
    this.#words.set(word, { terms: rowsOf(terms), heads: rowsOf(heads) })
  }
}

const memories = new WeakMap<Database, OfferMemory>()

/** The memory of the process for this database. */
export function offerMemory(db: Database): OfferMemory {
  let memory = memories.get(db)
  if (!memory) {
    memory = new OfferMemory(db)
    memories.set(db, memory)
  }
  return memory
}
