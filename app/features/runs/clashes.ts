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

/** What needs a room or a trainer, in the order of time. */
type Needed = { because: Clash['because']; sessions: PlacedSession[] }

const keysOf = ({ room, city, trainerIds }: PlacedSession): [key: string, because: Clash['because']][] => [
  ...(room ? [[`room ${city ?? ''}\n${room.trim().toLowerCase()}`, 'room'] as [string, 'room']] : []),
  ...trainerIds.map((id) => [`trainer ${id}`, 'trainer'] as [string, 'trainer']),
]

/**
 * The pairs that clash may be many times as many as the sessions, so that those of a session are found when they are
 * asked for.
 */
export function findClashes(sessions: readonly PlacedSession[]) {
  const inOrder = [...sessions].sort((one, other) => +one.startsAt - +other.startsAt)
  const places = new Map(inOrder.map((session, place) => [session.id, { session, place }]))
  const needed = new Map<string, Needed>()
  for (const session of inOrder)
    for (const [key, because] of keysOf(session)) {
      const one = needed.get(key)
      if (one) one.sessions.push(session)
      else needed.set(key, { because, sessions: [session] })
    }
  return {
    clashing: new Set([...needed.values()].flatMap((one) => overlappingOf(one.sessions))),
    /** The clashes of a session in the order of time. */
    clashesOf(id: number): Clash[] {
      const { session } = places.get(id)!
      const found = new Map<string, Clash>()
      for (const [key] of keysOf(session)) {
        const { because, sessions: others } = needed.get(key)!
        for (const other of others) {
          if (other.startsAt >= session.endsAt) break
          // Two sessions may have several trainers in common.
          if (other.id !== id && other.endsAt > session.startsAt)
            found.set(`${other.id} ${because}`, { with: other.id, because })
        }
      }
      return [...found.values()].sort((one, other) => places.get(one.with)!.place - places.get(other.with)!.place)
    },
  }
}

/** The ids of those that are held while another one is. @param inOrder by their start */
function overlappingOf(inOrder: readonly PlacedSession[]): number[] {
  let lastEnd = -Infinity
  return inOrder.flatMap(({ id, startsAt, endsAt }, index) => {
    const next = inOrder[index + 1]
    const clashes = +startsAt < lastEnd || (next !== undefined && next.startsAt < endsAt)
    lastEnd = Math.max(lastEnd, +endsAt)
    return clashes ? [id] : []
  })
}
