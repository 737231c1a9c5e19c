import { describe, expect, it } from 'vitest'
import { forEachSettled } from './for-each-settled.ts'

describe('forEachSettled', () => {
  it('goes on after an item that failed, and reports all failures at the end', async () => {
    const done: number[] = []
    const failing = forEachSettled([1, 2, 3, 4], async (one) => {
      if (one % 2 === 0) throw new Error(`failed ${one}`)
      done.push(one)
    })
    await expect(failing).rejects.toMatchObject({ errors: [new Error('failed 2'), new Error('failed 4')] })
    expect(done).toEqual([1, 3])
  })

  it('stops when too many items fail', async () => {
    let tried = 0
    const failing = forEachSettled(Array(1000), async () => {
      tried++
      throw new Error('the database is unavailable')
    })
    await expect(failing).rejects.toThrow('20 of these failed')
    expect(tried).toBe(20)
  })

  it('ends with an error of the iterable itself', async () => {
    async function* items() {
      yield 1
      throw new Error('no answer')
    }
    await expect(forEachSettled(items(), async () => undefined)).rejects.toThrow('no answer')
  })
})
