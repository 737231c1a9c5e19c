/** Which sessions clash: the same room, or the same trainer, at the same time. */
import { fold } from '../../locales/fold.ts'

export type PlacedSession = {
  id: number
  /** Instants as numbers: thousands of them are compared. */
  startMs: number
  endMs: number
  room: string | null
  city: string | null
  trainerIds: readonly number[]
}

export type Clash = { with: number; because: 'room' | 'trainer' }

/** Sessions that need one room, or one trainer, in the order of time. */
type Group = PlacedSession[]

/** Spellings of one room are the same: «قاعه 1» and «قاعة ١». */
const roomOf = ({ room, city }: PlacedSession) => `${city ?? ''}\n${fold(room!).trim().replace(/\s+/g, ' ')}`

/**
 * The pairs that clash may be many times as many as the sessions, so that those of a session are found when they are
 * asked for.
 */
export function findClashes(sessions: readonly PlacedSession[]) {
  const inOrder = [...sessions].sort((one, other) => one.startMs - other.startMs)
  const rooms = new Map<string, Group>()
  const trainers = new Map<number, Group>()
  for (const session of inOrder) {
    if (session.room) addTo(rooms, roomOf(session), session)
    for (const id of session.trainerIds) addTo(trainers, id, session)
  }
  const clashing = new Set<number>()
  for (const group of rooms.values()) addOverlapping(clashing, group)
  for (const group of trainers.values()) addOverlapping(clashing, group)
  return {
    clashing,
    /** The clashes of a session in the order of time. */
    clashesOf(session: PlacedSession): Clash[] {
      if (!clashing.has(session.id)) return []
      const byRoom = session.room ? overlapping(rooms.get(roomOf(session))!, session) : []
      // Two sessions may have several trainers in common.
      const byTrainer = new Set(session.trainerIds.flatMap((id) => overlapping(trainers.get(id)!, session)))
      return [
        ...byRoom.map((other) => ({ other, because: 'room' as const })),
        ...[...byTrainer].map((other) => ({ other, because: 'trainer' as const })),
      ]
        .sort(({ other: one }, { other }) => one.startMs - other.startMs || one.id - other.id)
        .map(({ other, because }) => ({ with: other.id, because }))
    },
  }
}

function addTo<Key>(groups: Map<Key, Group>, key: Key, session: PlacedSession): void {
  const group = groups.get(key)
  if (group) group.push(session)
  else groups.set(key, [session])
}

function overlapping(group: Group, session: PlacedSession): PlacedSession[] {
  const { startMs, endMs } = session
  return group.filter((other) => other !== session && other.startMs < endMs && other.endMs > startMs)
}

/** Those that are held while another one of the group is. */
function addOverlapping(clashing: Set<number>, group: Group): void {
  let lastEnd = -Infinity
  for (const [index, { id, startMs, endMs }] of group.entries()) {
    const next = group[index + 1]
    if (startMs < lastEnd || (next !== undefined && next.startMs < endMs)) clashing.add(id)
    lastEnd = Math.max(lastEnd, endMs)
  }
}
