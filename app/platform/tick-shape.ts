/**
 * Keeps `process.nextTick` as fast as after a start; Node's HTTP server calls it several times a request. V8 remembers
 * the shape of the object that Node makes for each call. A full collection of garbage at a moment without such an object
 * takes that shape away, and V8 makes every later one by its slowest way: 12 % of the processor time of a cached page,
 * for the life of the process. One object that stays keeps the shape.
 */
import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Called before the first full collection.
 * @returns what is kept
 */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource()
      kept.push(tick)
      resolve(tick)
    })
  })
}
