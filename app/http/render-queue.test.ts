import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CachedPage, createPageCache, type PageCacheOptions } from './cached-pages/page-cache.server.ts'
import { createRenderQueue, Overloaded } from './render-queue.server.ts'

const pageOf = (hash: string): CachedPage => ({
  hash,
  headers: new Headers(),
  brotli: new Uint8Array(1),
  answers: new Map(),
})

/** Pages whose making ends when the test says so. */
function setUp(limits: Parameters<typeof createRenderQueue>[1] = {}, options: Partial<PageCacheOptions> = {}) {
  const cache = createPageCache({ now: () => new Date(0), listening: () => true, ...options })
  const { once, enqueue } = createRenderQueue(cache, limits)
  const begun: { finish: () => void; fail: () => void }[] = []
  const ask = async (key = '/ar', isShared = true) => {
    const result = await once<string>(key, async () => {
      const since = cache.moment()
      const number = begun.length + 1
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      begun.push({ finish: resolve, fail: () => reject(new Error('no page')) })
      await promise
      if (!isShared) return { answer: `answer ${number}` }
      const page = pageOf(`page ${number}`)
      const dependencies = new Set(['orders'])
      cache.keep(key, page, dependencies, since)
      return { page, dependencies, since }
    })
    return result.page ? result.page.hash : result.answer
  }
  return { cache, enqueue, ask, begun }
}

/** Lets what is ready run. */
const tick = () => sleep(1)

describe('a page with many concurrent requests', () => {
  it('is rendered once for each address', async () => {
    const { ask, begun } = setUp()
    const answers = Array.from({ length: 800 }, () => ask())
    const other = ask('/en')
    await tick()
    expect(begun).toHaveLength(2)
    for (const { finish } of begun) finish()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['page 1']))
    expect(await other).toBe('page 2')
    expect(await ask()).toBe('page 1')
  })

  it('is rendered again, once, for requests after a change of what it shows', async () => {
    const { ask, begun, cache } = setUp()
    const early = ask()
    await tick()
    cache.invalidate('orders')
    const late = [ask(), ask(), ask()]
    await tick()
    begun[0]!.finish()
    expect(await early).toBe('page 1')
    await tick()
    begun[1]!.finish()
    expect(await Promise.all(late)).toEqual(['page 2', 'page 2', 'page 2'])
    expect(begun).toHaveLength(2)
  })

  it('is not rendered again for an unrelated change, or for a change after the requests arrived', async () => {
    const { ask, begun, cache } = setUp()
    const early = ask()
    await tick()
    cache.invalidate('articles')
    const second = ask()
    begun[0]!.finish()
    expect(await Promise.all([early, second])).toEqual(['page 1', 'page 1'])
    cache.invalidate('orders')
    const third = [ask(), ask()]
    await tick()
    cache.invalidate('orders')
    begun[1]!.finish()
    expect(await Promise.all(third)).toEqual(['page 2', 'page 2'])
  })

  it('is rendered for each request when it is personal, when it fails, and while changes are not received', async () => {
    const alone = setUp()
    const answers = [alone.ask('/ar', false), alone.ask('/ar', false)]
    await tick()
    expect(alone.begun).toHaveLength(1)
    alone.begun[0]!.finish()
    await tick()
    alone.begun[1]!.finish()
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2'])

    const failing = setUp()
    const [first, second] = [failing.ask(), failing.ask()]
    const failed = expect(first).rejects.toThrow('no page')
    await tick()
    failing.begun[0]!.fail()
    await failed
    await tick()
    failing.begun[1]!.finish()
    expect(await second).toBe('page 2')

    const deaf = setUp({}, { listening: () => false })
    const both = [deaf.ask(), deaf.ask()]
    await tick()
    expect(deaf.begun).toHaveLength(2)
    for (const { finish } of deaf.begun) finish()
    await Promise.all(both)
  })

  it('is waited for up to a limit, and then rendered again', async () => {
    const { ask, begun } = setUp({ maxWaitMs: 20 })
    const first = ask()
    await expect(ask()).rejects.toThrow(Overloaded)
    const third = ask()
    await tick()
    expect(begun).toHaveLength(2)
    for (const { finish } of begun) finish()
    expect(await Promise.all([first, third])).toEqual(['page 1', 'page 2'])
  })
})

describe('many concurrent pages', () => {
  it('are rendered a few at a time, and refused beyond the queue limit', async () => {
    const { enqueue } = setUp({ maxAtOnce: 2, maxWaiting: 3 })
    const gate = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await gate.promise
      running--
    }
    const requests = []
    for (let i = 0; i < 10; i++) {
      requests.push(
        enqueue(work).then(
          () => 'made',
          (error) => (error instanceof Overloaded ? 'refused' : 'failed'),
        ),
      )
      await tick()
    }
    gate.resolve()
    expect((await Promise.all(requests)).sort()).toEqual([...Array(5).fill('made'), ...Array(5).fill('refused')])
    expect(most).toBe(2)
  })

  it('are refused when their turn comes too late', async () => {
    const { enqueue } = setUp({ maxAtOnce: 1, maxWaitMs: 5 })
    const slow = enqueue(() => sleep(30))
    await expect(enqueue(async () => 'made')).rejects.toThrow(Overloaded)
    await slow
    expect(await enqueue(async () => 'made')).toBe('made')
  })
})
