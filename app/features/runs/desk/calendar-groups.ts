/** The sessions of a month by what an institute has to share: its days, its rooms or its trainers. */
import type { PageRequest } from '../../../request-context.ts'

export const GROUPINGS = ['day', 'room', 'trainer'] as const
export type Grouping = (typeof GROUPINGS)[number]
export type CalendarSession = Awaited<ReturnType<PageRequest['api']['runs']['calendar']>>['sessions'][number]

/** `name` is empty for the sessions that have no room, or no trainer; they come last. A room is named with its city. */
export type CalendarGroup = { key: string; name: string[]; sessions: CalendarSession[] }

const NAMES: Record<Grouping, (session: CalendarSession) => string[][]> = {
  day: ({ day }) => [[day]],
  // Rooms of two cities may have one name.
  room: ({ room, city }) => [room ? [room, ...(city ? [city] : [])] : []],
  trainer: ({ trainers }) => (trainers.length > 0 ? trainers.map(({ name }) => [name]) : [[]]),
}

/** A session that two trainers give stands under each of them. */
export function groupsOf(sessions: readonly CalendarSession[], grouping: Grouping, lang: string): CalendarGroup[] {
  const groups = new Map<string, CalendarGroup>()
  for (const session of sessions)
    for (const name of NAMES[grouping](session)) {
      const key = name.join(' · ')
      const group = groups.get(key) ?? { key, name, sessions: [] }
      group.sessions.push(session)
      groups.set(key, group)
    }
  return [...groups.values()].sort((one, other) => {
    const [first, second] = [one.name.length === 0, other.name.length === 0]
    return first || second ? Number(first) - Number(second) : one.key.localeCompare(other.key, lang)
  })
}

/** What a month can be filtered by: the rooms and the trainers of its sessions. */
export function choicesIn(sessions: readonly CalendarSession[], lang: string) {
  const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, lang)
  const rooms = new Set(sessions.flatMap(({ room }) => room ?? []))
  const trainers = new Map(sessions.flatMap((one) => one.trainers.map(({ id, name }) => [String(id), name] as const)))
  return {
    rooms: [...rooms].map((room) => ({ value: room, label: room })).sort(byLabel),
    trainers: [...trainers].map(([value, label]) => ({ value, label })).sort(byLabel),
  }
}

/** Of how many sessions another one needs the room or the trainer at the same time. */
export const clashesIn = (sessions: readonly CalendarSession[]) =>
  sessions.filter(({ clashes }) => clashes.length > 0).length
