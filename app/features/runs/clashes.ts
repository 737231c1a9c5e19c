/** Which sessions clash: the same room, or the same trainer, at the same time. */

export type PlacedSession = {
  id: number
  startsAt: Date
  endsAt: Date
  room: string | null
  city: string | null
  trainerIds: readonly number[]
}

export type Clash = { with: number; because: 'room' | 'trainer' }

const roomOf = ({ room, city }: PlacedSession): string | null => room && `${city ?? ''}\n${room.trim().toLowerCase()}`

/** The clashes of each session, by its id, in the order of time; only sessions of one room or one trainer are compared. */
export function clashesOf(sessions: readonly PlacedSession[]): Map<number, Clash[]> {
  const clashes = new Map<number, Clash[]>()
  const add = (id: number, clash: Clash) => {
    const known = clashes.get(id) ?? []
    // Two sessions may have several trainers in common.
    if (!known.some((other) => other.with === clash.with && other.because === clash.because)) known.push(clash)
    clashes.set(id, known)
  }
  const inOrder = [...sessions].sort((one, other) => +one.startsAt - +other.startsAt)
  const rooms = grouped(inOrder, (session) => [roomOf(session)].filter((room) => room !== null))
  const trainers = grouped(inOrder, ({ trainerIds }) => trainerIds)
  for (const [because, groups] of [['room', rooms] as const, ['trainer', trainers] as const])
    for (const group of groups)
      for (const [one, other] of overlapping(group)) {
        add(one.id, { with: other.id, because })
        add(other.id, { with: one.id, because })
      }
  const places = new Map(inOrder.map(({ id }, place) => [id, place]))
  for (const known of clashes.values()) known.sort((one, other) => places.get(one.with)! - places.get(other.with)!)
  return clashes
}

function grouped<Key>(sessions: readonly PlacedSession[], keysOf: (session: PlacedSession) => readonly Key[]) {
  const groups = new Map<Key, PlacedSession[]>()
  for (const session of sessions)
    for (const key of keysOf(session)) {
      const group = groups.get(key)
      if (group) group.push(session)
      else groups.set(key, [session])
    }
  return groups.values()
}

/** The pairs that are held at the same time. @param inOrder by their start */
function* overlapping(inOrder: readonly PlacedSession[]): Generator<[PlacedSession, PlacedSession]> {
  for (const [index, one] of inOrder.entries())
    for (let next = index + 1; next < inOrder.length && inOrder[next]!.startsAt < one.endsAt; next++)
      yield [one, inOrder[next]!]
}
