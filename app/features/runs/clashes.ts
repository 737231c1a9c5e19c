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

const roomOf = ({ room, city }: PlacedSession) => room && `${city ?? ''}\n${room.trim().toLowerCase()}`

/** The clashes of each session, by its id. */
export function clashesOf(sessions: readonly PlacedSession[]): Map<number, Clash[]> {
  const clashes = new Map<number, Clash[]>()
  const add = (id: number, clash: Clash) => clashes.set(id, [...(clashes.get(id) ?? []), clash])
  const inOrder = [...sessions].sort((one, other) => +one.startsAt - +other.startsAt)
  for (const [index, one] of inOrder.entries())
    for (let next = index + 1; next < inOrder.length && inOrder[next]!.startsAt < one.endsAt; next++) {
      const other = inOrder[next]!
      for (const because of reasonsOf(one, other)) {
        add(one.id, { with: other.id, because })
        add(other.id, { with: one.id, because })
      }
    }
  return clashes
}

function reasonsOf(one: PlacedSession, other: PlacedSession): Clash['because'][] {
  const isSameRoom = one.room !== null && roomOf(one) === roomOf(other)
  const isSameTrainer = one.trainerIds.some((id) => other.trainerIds.includes(id))
  return [...(isSameRoom ? (['room'] as const) : []), ...(isSameTrainer ? (['trainer'] as const) : [])]
}
