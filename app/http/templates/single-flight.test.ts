import { describe, expect, it } from 'vitest'
import { createDependentCache } from '../../platform/dependent-cache.server.ts'
import { type Made, singleFlight } from './single-flight.ts'

type Page = { text: string }

function pages() {
  let isListening = true
  const cache = createDependentCache<Page>({
    now: () => new Date(0),
    listening: () => isListening,
    bytesOf: () => 1,
    isOpenEnded: () => false,
    maxBytes: 10,
    maxOpenEndedBytes: 10,
  })
  const flight = singleFlight(cache)
  const makings: PromiseWithResolvers<Made<Page>>[] = []
  const ask = () =>
    flight('/ar', () => {
      makings.push(Promise.withResolvers())
      return makings.at(-1)!.promise
    }).then((page) => page?.text)
  const finish = (index: number, text: string) =>
    makings[index]!.resolve({ value: { text }, dependencies: new Set(['courses']), madeAt: 0 })
  const stopListening = () => {
    isListening = false
  }
  return { cache, ask, finish, fail: (index: number) => makings[index]!.reject(new Error()), makings, stopListening }
}

describe('a page that many wait for', () => {
  it('is made once, also when it changes meanwhile', async () => {
    const { cache, ask, finish, makings } = pages()
    const all = [ask(), ask(), ask()]
    cache.invalidate('courses')
    finish(0, 'one')
    expect(await Promise.all(all)).toEqual(['one', 'one', 'one'])
    expect([makings.length, cache.find('/ar')]).toEqual([1, undefined])
  })

  it('is made once more for all who came after the change', async () => {
    const { cache, ask, finish, makings } = pages()
    const early = ask()
    cache.invalidate('courses')
    const late = [ask(), ask()]
    finish(0, 'before')
    expect(await early).toBe('before')
    await expect.poll(() => makings.length).toBe(2)
    finish(1, 'after')
    expect(await Promise.all(late)).toEqual(['after', 'after'])
    expect([makings.length, cache.find('/ar')?.value.text]).toEqual([2, 'after'])
  })

  it('is theirs who came after a change that it does not show', async () => {
    const { cache, ask, finish, makings } = pages()
    const early = ask()
    cache.invalidate('posts')
    const late = ask()
    finish(0, 'one')
    expect(await Promise.all([early, late])).toEqual(['one', 'one'])
    expect(makings).toHaveLength(1)
  })

  it('is nobody else’s when changes may have been missed, and is not made while they are not announced', async () => {
    const { cache, ask, finish, makings, stopListening } = pages()
    const early = ask()
    cache.invalidateAll()
    const late = ask()
    stopListening()
    finish(0, 'one')
    expect(await Promise.all([early, late, ask()])).toEqual(['one', undefined, undefined])
    expect(makings).toHaveLength(1)
  })

  it('is tried again by the next visitor after a failure', async () => {
    const { ask, fail, finish, makings } = pages()
    const all = [ask(), ask()]
    fail(0)
    expect(await Promise.all(all)).toEqual([undefined, undefined])
    const next = ask()
    finish(1, 'one')
    expect([await next, makings.length]).toEqual(['one', 2])
  })
})
