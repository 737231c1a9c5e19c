/** The events of the demonstration: noted in any order, and told in the order of their times. */
import type { Stage } from './stage.server.ts'

export type Told = (stage: Stage, at: Date) => Promise<unknown>
/** On a day at a time of day, or so long ago. */
type When = { days: number; clock: string } | { minutesAgo: number }
export type StoryEvent = { when: When; tell: Told }
export type StoryRun = { id: number; courseId: number }

/** Remembers by name what earlier events made. */
export class Story {
  readonly events: StoryEvent[] = []
  readonly runs = new Map<string, StoryRun>()
  readonly orders = new Map<string, string>()
  readonly companies = new Map<string, number>()

  /** @param days from today; before it when negative */
  at(days: number, clock: string, tell: Told): void {
    this.events.push({ when: { days, clock }, tell })
  }

  /** What happened just now, whatever the time of day is. */
  ago(minutes: number, tell: Told): void {
    this.events.push({ when: { minutesAgo: minutes }, tell })
  }

  run(name: string): StoryRun {
    return known(this.runs, name)
  }

  company(name: string): number {
    return known(this.companies, name)
  }

  order(name: string): string {
    return known(this.orders, name)
  }
}

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name)
  if (found === undefined) throw new Error(`Nothing in the demonstration is called ${name} yet.`)
  return found
}
