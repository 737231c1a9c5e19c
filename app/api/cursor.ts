/** The cursor of a list: the values of the last row by which the list is sorted. Opaque to callers. */
import { z } from 'zod'
import { Problem } from './problem.ts'

/** @param place what `placeOf` with the same schema reads again */
export function cursorOf(place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** @throws Problem validation when it is no cursor of this list */
export function placeOf<T extends z.ZodType>(schema: T, cursor: string | undefined): z.output<T> | undefined {
  if (cursor === undefined) return undefined
  const read = schema.safeParse(parsed(cursor))
  if (!read.success) throw new Problem('validation', {}, { cursor: ['invalid'] })
  return read.data
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The place in a list that is sorted by a time, then by id. */
export const TimePlace = z
  .tuple([z.iso.datetime(), z.union([z.int(), z.string().max(50)])])
  .transform(([at, id]) => ({ at: new Date(at), id }))

/** A page of `limit` rows, of which one more was read to see whether there is a next page. */
export function cursorPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  {
    itemOf,
    placeOf: place,
  }: { itemOf: (row: Row) => Item; placeOf: (row: Row) => readonly (string | number | null)[] },
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(itemOf), next: rows.length > limit && last ? cursorOf(place(last)) : null }
}
