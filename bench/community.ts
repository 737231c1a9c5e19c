/**
 * The community with a million posts and five million comments. `POSTS` sets a smaller number; `KEEP=folder` keeps the
 * data for the next run. The database has the product's settings.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { communityOperations } from '../app/features/community/community.server.ts'
import type { Context } from '../app/platform/context.server.ts'
import { COUNT_CAP } from '../app/platform/count-cap.ts'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../app/platform/database/embedded-postgres.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { APART, APART_CATEGORY, BUSY_AUTHOR, fill, RARE } from './community/fill.ts'
import { statementsOf, weightOf } from './community/plans.ts'
import { words } from './community/words.ts'

const POSTS = Number(process.env.POSTS ?? 1_000_000)
const TIMES = Number(process.env.TIMES ?? 100)
/** The 99th percentile of the calls must not take longer, in milliseconds. */
const MAX_P99_MS = 40
const PAGE = 12
const LAST_PAGE = Math.floor(COUNT_CAP / PAGE)

/** False when a call takes too long, or a statement scans a whole table. */
export async function bench(): Promise<boolean> {
  const keptFolder = process.env.KEEP
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'maahad-bench-'))
  const postgres = await startEmbeddedPostgres(folder)
  const { db, pool, close } = openDatabase(postgres.url('postgres'), 4, () => undefined)
  try {
    await migrate(pool)
    const now = new Date()
    if ((await pool.query('select 1 from posts limit 1')).rowCount === 0) {
      console.log(`Making ${POSTS.toLocaleString('en')} posts…`)
      await fill(pool, POSTS, now)
    }
    const ctx = { db, lang: 'ar', now: () => now, user: null } as unknown as Context
    const { rows } = await pool.query<{ middle: number }>('select max(id) / 2 as middle from posts')
    let good = true
    let base: number | undefined
    console.log(`\n  ${''.padEnd(46)} fastest  median     p99   ratio  most rows   pages   (ms)`)
    for (const [name, inputs] of cases(rows[0]!.middle)) {
      const calls = inputs.map((input) => () => ask(ctx, input))
      const times: number[] = []
      for (const call of calls) await call()
      for (let n = 0; n < TIMES; n++) {
        const began = performance.now()
        await calls[n % calls.length]!()
        times.push(performance.now() - began)
      }
      times.sort((a, b) => a - b)
      const median = times[Math.floor(TIMES / 2)]!
      const p99 = times[Math.ceil(TIMES * 0.99) - 1]!
      base ??= median
      const weight = { rows: 0, blocks: 0, whole: [] as string[] }
      for (const call of calls) {
        const one = await weightOf(pool, await statementsOf(call))
        weight.rows = Math.max(weight.rows, one.rows)
        weight.blocks = Math.max(weight.blocks, one.blocks)
        weight.whole.push(...one.whole)
      }
      const columns = [
        times[0]!.toFixed(1).padStart(8),
        median.toFixed(1).padStart(8),
        p99.toFixed(1).padStart(8),
        (median / base).toFixed(2).padStart(8),
      ]
      const sizes = [String(weight.rows).padStart(11), String(weight.blocks).padStart(8)]
      console.log(`  ${name.padEnd(46)}${[...columns, ...sizes].join('')}`)
      if (p99 > MAX_P99_MS) console.log(`    slower than ${MAX_P99_MS} ms`)
      if (weight.whole.length > 0) console.log(`    READ WHOLE: ${[...new Set(weight.whole)].join(', ')}`)
      good &&= p99 <= MAX_P99_MS && weight.whole.length === 0
    }
    return good
  } finally {
    await close()
    await postgres.stop()
    if (!keptFolder) rmSync(folder, { recursive: true, force: true })
  }
}

type Asked =
  | { SearchTerm?: string; UserId?: number; CategoryId?: number; SortMethod?: number; PageIndex?: number }
  | { PostId: number; PageNumber: number }
  | { count: number }

let network = 0

/** Each call comes from another network, so that no limit on searches is reached. */
function ask(of: Context, input: Asked): Promise<unknown> {
  network += 1
  const ctx = { ...of, ip: `10.${(network >> 8) & 255}.${network & 255}.1` }
  if ('PostId' in input) return communityOperations.moreComments(ctx, input)
  if ('count' in input) return communityOperations.trendingPosts(ctx, input)
  return communityOperations.posts(ctx, {
    UserId: undefined,
    CategoryId: undefined,
    SearchTerm: undefined,
    SortMethod: 1,
    PageIndex: 1,
    PageSize: PAGE,
    ...input,
  })
}

function cases(middle: number): [string, Asked[]][] {
  const known = words()
  const often = known.slice(0, 8)
  const seldom = known.slice(-8)
  const some = known.slice(400, 408)
  const search = (terms: string[], more: Asked = {}): Asked[] => terms.map((SearchTerm) => ({ SearchTerm, ...more }))
  const sorted = (name: string, input: Asked[]): [string, Asked[]][] =>
    ['newest', 'most discussed', 'trending'].map((sort, index) => [
      `${name}, ${sort}`,
      input.map((one) => ({ ...one, SortMethod: index + 1 })),
    ])
  const pairs = (one: string[], other: string[]) => one.map((word, index) => `${word} ${other[index]}`)
  return [
    ...sorted('list', [{}]),
    ...sorted('list, last page', [{ PageIndex: LAST_PAGE }]),
    ...sorted('category', [{ CategoryId: 2 }]),
    ...sorted('category, last page', [{ CategoryId: 2, PageIndex: LAST_PAGE }]),
    ...sorted('author of 100,000 posts', [{ UserId: BUSY_AUTHOR }]),
    ['author of 100,000 posts, last page', [{ UserId: BUSY_AUTHOR, PageIndex: LAST_PAGE }]],
    ['author of a few posts', [{ UserId: 15_000 }, { UserId: 7000 }]],
    ['author and a category without their posts', [{ UserId: BUSY_AUTHOR, CategoryId: APART_CATEGORY }]],
    ...sorted('absent word', search(['زرافة', 'xylophone', 'قسطنطينية'])),
    ...sorted('rare word', search([RARE])),
    ...sorted('seldom word', search(seldom)),
    ...sorted('word of one post in a hundred or so', search(some)),
    ...sorted('common word', search(often)),
    ['common word, last page', search(often, { PageIndex: LAST_PAGE, SortMethod: 2 })],
    ...sorted('two letters', search(['ال', 'مد', 'وا'])),
    ...sorted('beginning of a word', search(often.map((word) => word.slice(0, 4)))),
    ...sorted('mistyped word', search(['محاصبة', 'البرمحة'])),
    ...sorted('two common words', search(pairs(often, [...often].reverse()))),
    ...sorted('two common words that never meet', search([APART.join(' ')])),
    ...sorted('common and rare word', search([`${often[0]} ${RARE}`])),
    ...sorted('common and absent word', search([`${often[0]} زرافة`])),
    ...sorted('common word, author without it', search([APART[0]], { UserId: BUSY_AUTHOR })),
    ...sorted('common word, category without it', search([APART[1]], { CategoryId: APART_CATEGORY })),
    ...sorted('common word, category', search(often, { CategoryId: 2 })),
    ['Latin word', search(['excel', 'certificate', 'py'])],
    [
      'twelve words',
      search([
        known.slice(0, 12).join(' '),
        known
          .slice(0, 120)
          .filter((_, n) => n % 10 === 0)
          .join(' '),
      ]),
    ],
    ['trending posts', [{ count: 3 }]],
    ['comments, first page', [{ PostId: middle, PageNumber: 1 }]],
    ['comments, page 100', [{ PostId: middle, PageNumber: 100 }]],
    ['comments, last page', [{ PostId: middle, PageNumber: COUNT_CAP / 20 }]],
  ]
}
