/** Which calls know who asks, and what a request is told of its calls. */
import { describe, expect, it } from 'vitest'
import type { Context, SignedInUser } from '../platform/context.server.ts'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { type AnswerKind, createLocalApi } from './local-api.server.ts'

const USER = { id: 7, roles: ['Student'], secondFactorNeeded: false } as unknown as SignedInUser
const contextOf = (user: SignedInUser | null) =>
  ({
    user,
    lang: 'ar',
    ip: '192.0.2.1',
    userAgent: 'x',
    cookies: new Map([['a', 'b']]),
    setCookies: [],
  }) as never as Context

/** The API whose operation `name` of `feature` is replaced; the others are never called. */
function apiWith(feature: string, name: string, operation: (ctx: Context) => unknown) {
  const callers: (Context['user'] | 'refused')[] = []
  const operations = {
    ...Object.fromEntries(Object.keys(contract).map((each) => [each, {}])),
    [feature]: {
      [name]: async (ctx: Context) => {
        callers.push(ctx.user)
        return operation(ctx)
      },
    },
  }
  return { localApi: createLocalApi(operations as never, async () => undefined), callers }
}

function watched() {
  const kinds: AnswerKind[] = []
  const tables: unknown[] = []
  const watch = {
    onRead: (read: unknown) => void tables.push(read),
    onAnswer: (_: Endpoint, kind: AnswerKind) => void kinds.push(kind),
  }
  return { watch, kinds, tables }
}

describe('a call whose answer everyone shares', () => {
  it('does not know the caller', async () => {
    const { localApi, callers } = apiWith('catalogue', 'latestCourses', () => [])
    const { watch, kinds, tables } = watched()
    for (const user of [null, USER]) await localApi(contextOf(user), watch).catalogue.latestCourses({})
    expect(callers).toEqual([null, null])
    expect(kinds).toEqual(['shared', 'shared'])
    expect(tables).toEqual([contract.catalogue.latestCourses.reads, contract.catalogue.latestCourses.reads])
  })

  it.each(['ip', 'userAgent', 'isFromBrowser', 'cookies', 'requestId', 'tokensIn'] as const)(
    'fails when its operation reads the %s of the visitor',
    async (fact) => {
      const { localApi } = apiWith('catalogue', 'latestCourses', (ctx) => [ctx[fact]])
      await expect(localApi(contextOf(null)).catalogue.latestCourses({})).rejects.toThrow(/asked for the visitor/)
    },
  )

  it('fails when its operation sets a cookie', async () => {
    const { localApi } = apiWith('catalogue', 'latestCourses', (ctx) => ctx.setCookies.push('a=b'))
    await expect(localApi(contextOf(null)).catalogue.latestCourses({})).rejects.toThrow(TypeError)
  })

  it('knows the caller when the input makes the answer their own, such as a search', async () => {
    const found = { items: [], pageIndex: 1, pageSize: 12, totalCount: 0 }
    const none = { category: [], specialization: [], level: [], deliveryMethod: [], price: [], startMonth: [] }
    const facets = { ...none, city: [], time: [] }
    const { localApi, callers } = apiWith('catalogue', 'courses', ({ ip }) => ({ ...found, facets, ip }))
    const { watch, kinds } = watched()
    await localApi(contextOf(USER), watch).catalogue.courses({ SearchTerm: 'x' })
    expect([callers, kinds]).toEqual([[USER], ['own']])
  })
})

describe('a call whose answer guests share', () => {
  const moved = () => ({ movedTo: 'x' })

  it('knows a signed-in user, but not which guest is calling', async () => {
    const { localApi, callers } = apiWith('catalogue', 'courseBySlug', moved)
    const { watch, kinds } = watched()
    for (const user of [null, USER]) await localApi(contextOf(user), watch).catalogue.courseBySlug({ slug: 'x' })
    expect([callers, kinds]).toEqual([
      [null, USER],
      ['shared', 'own'],
    ])
  })

  it('called through `shared` answers every caller as a guest', async () => {
    const { localApi, callers } = apiWith('catalogue', 'courseBySlug', moved)
    const { watch, kinds } = watched()
    await localApi.shared(contextOf(USER), watch).catalogue.courseBySlug({ slug: 'x' })
    expect([callers, kinds]).toEqual([[null], ['shared']])
  })
})

describe('a call for the visitor’s own data', () => {
  const nothing = { review: null, enrolment: null, pending: null, waiting: [], isSaved: false }

  it('answers guests with the constant of its contract, without running its operation', async () => {
    const { localApi, callers } = apiWith('catalogue', 'myCourse', () => ({}))
    const { watch, kinds, tables } = watched()
    const answer = await localApi(contextOf(null), watch).catalogue.myCourse({ courseId: 1 })
    expect(answer).toEqual({ isLearner: false, ...nothing })
    expect([callers, kinds, tables]).toEqual([[], ['constant'], [[]]])
  })

  it.each([
    ['constant', false],
    ['own', true],
  ])('tells a page that the answer is %s', async (kind, isLearner) => {
    const { localApi, callers } = apiWith('catalogue', 'myCourse', () => ({ isLearner, ...nothing }))
    const { watch, kinds } = watched()
    await localApi(contextOf(USER), watch).catalogue.myCourse({ courseId: 1 })
    expect([callers, kinds]).toEqual([[USER], [kind]])
  })
})
