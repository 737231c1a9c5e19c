import { describe, expect, it } from 'vitest'
import { answerKey, createAnswerCache } from './answer-cache.server.ts'

const TABLES = ['courses', 'orders']

/** A cache with a clock that can be moved, and answers whose making can be held up. */
function cacheWith({ maxBytes }: { maxBytes?: number } = {}) {
  const clock = { now: 0, isListening: true }
  const options = { now: () => new Date(clock.now), listening: () => clock.isListening }
  const answers = createAnswerCache(maxBytes ? { ...options, maxBytes } : options)
  let made = 0
  const make = async () => ({ made: ++made })
  const ask = async (key = 'a {}') => (await answers.answer(key, TABLES, make)).value as { made: number }
  return { answers, clock, ask, make }
}

describe('a cached answer', () => {
  it('is loaded once, until a table that it reads changes', async () => {
    const { answers, ask } = cacheWith()
    expect([await ask(), await ask()]).toEqual([{ made: 1 }, { made: 1 }])
    answers.invalidate('comments')
    expect(await ask()).toEqual({ made: 1 })
    answers.invalidate('orders')
    expect(await ask()).toEqual({ made: 2 })
    answers.invalidateAll()
    expect(await ask()).toEqual({ made: 3 })
  })

  it('is at most thirty seconds old, counted from before it was loaded', async () => {
    const { answers, clock, ask, make } = cacheWith()
    await answers.answer('a {}', TABLES, async () => {
      clock.now = 20_000
      return make()
    })
    clock.now = 29_999
    expect(await ask()).toEqual({ made: 1 })
    clock.now = 30_000
    expect(await ask()).toEqual({ made: 2 })
  })

  it('is loaded once for concurrent requests', async () => {
    const { ask } = cacheWith()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }])
  })

  it('requested after a change is not one whose loading began before it', async () => {
    const { answers, ask } = cacheWith()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const slow = answers.answer('a {}', TABLES, () => promise)
    answers.invalidate('orders')
    expect(await ask()).toEqual({ made: 1 })
    resolve({ made: 'before the change' })
    expect((await slow).value).toEqual({ made: 'before the change' })
    expect(await ask()).toEqual({ made: 1 })
  })

  it('is neither shared nor cached while changes are not announced', async () => {
    const { clock, ask } = cacheWith()
    await ask()
    clock.isListening = false
    expect(await Promise.all([ask(), ask()])).toEqual([{ made: 2 }, { made: 3 }])
    clock.isListening = true
    expect(await ask()).toEqual({ made: 1 })
  })

  it('is loaded again after a failure, which all waiting requests get', async () => {
    const { answers, ask } = cacheWith()
    const fail = () => answers.answer('a {}', TABLES, async () => Promise.reject(new Error('no database')))
    const failed = await Promise.allSettled([fail(), fail()])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask()).toEqual({ made: 1 })
  })

  it('cannot be changed by its receivers', async () => {
    const { answers } = cacheWith()
    const { value } = await answers.answer('a {}', TABLES, async () => ({ items: [{ id: 1 }] }))
    const { items } = value as { items: { id: number }[] }
    expect(() => items.push({ id: 2 })).toThrow(TypeError)
    expect(() => Object.assign(items[0]!, { id: 3 })).toThrow(TypeError)
  })

  it('has the bytes of its response', async () => {
    const { answers, ask } = cacheWith()
    const body = answers.bodyOf(await ask())!
    expect(Buffer.from(body).toString()).toBe('{"isError":false,"data":{"made":1}}')
    expect(answers.bodyOf({ made: 1 })).toBeUndefined()
  })

  it('without an input is never evicted by those that any visitor can multiply', async () => {
    const { ask } = cacheWith({ maxBytes: 20_000 })
    await ask('a {}')
    for (let page = 0; page < 100; page++) await ask(`a {"page":${page}}`)
    expect(await ask('a {}')).toEqual({ made: 1 })
    expect(await ask('a {"page":99}')).toEqual({ made: 101 })
    expect(await ask('a {"page":0}')).toEqual({ made: 102 })
  })
})

it('has one key for every order of the input, with or without undefined fields', () => {
  const key = 'catalogue.courses ar {"Level":1,"PageIndex":2}'
  expect(answerKey('catalogue', 'courses', 'ar', { PageIndex: 2, Level: 1, Category: undefined })).toBe(key)
})
