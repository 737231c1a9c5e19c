/** The sessions of a month by what an institute has to share: its days, its rooms or its trainers. */

export const GROUPINGS = ['day', 'room', 'trainer'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** In place of a room or a trainer: the sessions that have none. */
export const WITHOUT = '-'

/** A session as far as it decides where it stands. */
export type PlacedRow = {
  id: number
  startMs: number
  endMs: number
  day: string
  room: string | null
  /** In Arabic, which every city has. */
  city: string | null
  /** Its own, or those of its course. */
  trainerIds: readonly number[]
}

/** `key` is empty for the sessions that have no room, or no trainer; they come last. A room is named with its city. */
export type Group<Row> = { key: string; value: string; sessions: Row[] }

type Placed = Pick<PlacedRow, 'day' | 'room' | 'city' | 'trainerIds'>

type Names = (trainerId: number) => string

const PLACES: Record<Grouping, (row: Placed, nameOf: Names) => { key: string; value: string }[]> = {
  day: ({ day }) => [{ key: day, value: day }],
  // Rooms of two cities may have one name.
  room: ({ room, city }) => [room ? { key: [room, city ?? ''].join(' '), value: room } : { key: '', value: WITHOUT }],
  trainer: ({ trainerIds }, nameOf) =>
    trainerIds.length > 0
      ? trainerIds.map((id) => ({ key: `${nameOf(id)} ${id}`, value: String(id) }))
      : [{ key: '', value: WITHOUT }],
}

/** A session that two trainers give stands under each of them. */
export function groupsOf<Row extends Placed>(
  rows: readonly Row[],
  grouping: Grouping,
  lang: string,
  nameOf: Names = String,
): Group<Row>[] {
  const groups = new Map<string, Group<Row>>()
  for (const row of rows)
    for (const { key, value } of PLACES[grouping](row, nameOf)) {
      const group = groups.get(key)
      if (group) group.sessions.push(row)
      else groups.set(key, { key, value, sessions: [row] })
    }
  const { compare } = new Intl.Collator(lang)
  return [...groups.values()].sort((one, other) => {
    const [first, second] = [one.key === '', other.key === '']
    return first || second ? Number(first) - Number(second) : compare(one.key, other.key)
  })
}

/** What was asked for: a room, a trainer, or the sessions without one. */
export const isAskedFor = (
  { room, trainerIds }: Placed,
  asked: { room?: string; trainerId?: number | typeof WITHOUT },
) =>
  (asked.room === undefined || (asked.room === WITHOUT ? room === null : room === asked.room)) &&
  (asked.trainerId === undefined ||
    (asked.trainerId === WITHOUT ? trainerIds.length === 0 : trainerIds.includes(asked.trainerId)))
