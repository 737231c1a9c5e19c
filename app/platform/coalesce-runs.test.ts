import { expect, it } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

/** A task whose runs end when the test says so. */
function controlled() {
  const runs: PromiseWithResolvers<void>[] = []
  const ask = coalesceRuns(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, ask }
}

/** Lets all promises settle that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs twice for any number that ask at once, never two at a time', async () => {
  const { runs, ask } = controlled()
  const first = ask()
  const others = [ask(), ask(), ask()]
  await settled()
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await first
  await settled()
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await Promise.all(others)
})

it('begins anew for whoever asks after the shared run has begun', async () => {
  const { runs, ask } = controlled()
  const first = ask()
  const second = ask()
  runs[0]!.resolve()
  await first
  await settled()
  const third = ask()
  runs[1]!.resolve()
  await second
  await settled()
  expect(runs).toHaveLength(3)
  runs[2]!.resolve()
  await third
})

it('fails only those whose run failed', async () => {
  const { runs, ask } = controlled()
  const first = ask()
  const second = ask()
  runs[0]!.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await settled()
  runs[1]!.resolve()
  await second
  const later = ask()
  runs[2]!.resolve()
  await later
})
