/** Room, link and trainer of sessions that are rescheduled together. */
const FIELDS = ['room', 'joinLink', 'trainerId'] as const

type Place = { room?: string; joinLink?: string; trainerId?: string | number }

const textOf = (place: Place | undefined, name: (typeof FIELDS)[number]) => String(place?.[name] ?? '')

/** Whether the sessions have not all the same room, link and trainer. */
export const placesDiffer = (sessions: readonly Place[]): boolean =>
  FIELDS.some((name) => new Set(sessions.map((session) => textOf(session, name))).size > 1)

/**
 * The form shows the place of the last session for all of them: what was left as it is stays with each session, in their
 * order; what was changed is the same for all.
 * @param coming the sessions until now
 */
export function withOwnPlaces<Session extends Place>(chosen: readonly Session[], coming: readonly Place[]) {
  const shown = coming.at(-1)
  return chosen.map(({ room, joinLink, trainerId, ...times }, index) => {
    const typed = { room, joinLink, trainerId }
    const own = coming[index] ?? shown
    const kept = FIELDS.map((name) => [
      name,
      textOf(typed, name) === textOf(shown, name) ? textOf(own, name) : textOf(typed, name),
    ])
    return { ...times, ...(Object.fromEntries(kept.filter(([, value]) => value)) as Place) }
  })
}
