import { Problem } from '../../api/problem.ts'

/**
 * The time at which something is to be published later; undefined when none was named.
 * @throws Problem validation at `at` for one that has passed: what was meant for later must not go out at once
 */
export function publishTime(at: string | undefined, now: Date): Date | undefined {
  if (at === undefined) return undefined
  const time = new Date(at)
  if (time <= now) throw new Problem('validation', {}, { at: ['timePast'] })
  return time
}
