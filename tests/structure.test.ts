import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserTestsOfNoFeature, testFoldersOf } from '../scripts/feature-tests.ts'
import { longTestFiles } from '../scripts/long-tests.ts'
import { generateTypes } from '../scripts/types.ts'
import {
  broken,
  featureCircles,
  fileCircles,
  foreignStyles,
  hasForeignSql,
  type Import,
  importsOf,
  unusedShares,
} from './support/import-rules.ts'
import { packagesOf } from './support/program-imports.ts'
import { SLOW_TESTS } from './support/slow-tests-first.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('{app,db}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path))
const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the structure', () => {
  it('follows the import rules', () => {
    const imports = importsOf(root)
    expect(imports.length).toBeGreaterThan(100)
    expect(imports.map(broken).filter(Boolean)).toEqual([])
    expect(unusedShares(imports)).toEqual([])
  })

  it('has no circular dependencies between features or files', () => {
    const imports = importsOf(root)
    expect(featureCircles(imports)).toEqual([])
    expect(fileCircles(imports)).toEqual([])
  })

  it('has SQL only in queries', () => {
    expect(sources.filter((path) => hasForeignSql(path, sourceOf(path)))).toEqual([])
  })

  // An Arabic name turns it round with it: the separator then stands behind the name.
  it('has no separator within an isolated name', () => {
    expect(sources.filter((path) => /<bdi[^>]*>\s*·/.test(sourceOf(path)))).toEqual([])
  })

  // Otherwise the second of two colleagues is refused again and again, since their form still has the old version.
  it('shows what a colleague saved on each page with the form of a record', () => {
    const pages = sources.filter((path) => /-page\.tsx$/.test(path) && sourceOf(path).includes('<EditForm'))
    expect(pages.length).toBeGreaterThan(15)
    expect(pages.filter((path) => !sourceOf(path).includes(' shouldRevalidate'))).toEqual([])
  })

  it('uses only style sheets of the same feature', () => {
    expect(sources.flatMap((path) => foreignStyles(path, sourceOf(path)).map((style) => `${path}: ${style}`))).toEqual(
      [],
    )
  })

  it.each([
    ['app/features/catalogue/course/course-page.tsx', 'app/features/catalogue/queries.server.ts', false],
    ['app/features/catalogue/course/course-page.tsx', 'app/features/catalogue/contract.ts', false],
    ['app/features/orders/queries.server.ts', 'app/features/checkout/checkout.server.ts', false],
    ['app/features/checkout/checkout.server.ts', 'app/features/catalogue/queries.server.ts', false],
    ['app/ui/button.tsx', 'app/features/catalogue/contract.ts', true],
    ['app/html/document.server.tsx', 'app/platform/settings.server.ts', true],
    ['app/locales/ar/ui.ts', 'app/ui/button.tsx', false],
    ['app/platform/jobs.server.ts', 'app/features/checkout/checkout.server.ts', false],
    ['app/adapters/payment/sandbox.server.ts', 'app/adapters/email/port.ts', false],
    ['app/shell/layout.tsx', 'app/features/pages/queries.server.ts', false],
    ['app/features/pages/contract.ts', 'app/features/pages/pages.server.ts', false],
    ['app/platform/durations.ts', 'app/platform/log.server.ts', false],
    ['app/platform/jobs.server.ts', 'app/http/pages.server.ts', true],
    ['app/features/profile/profile.server.ts', 'app/http/pages.server.ts', true],
    ['app/http/pages.server.ts', 'app/features/catalogue/queries.server.ts', false],
    ['app/http/pages.server.ts', 'app/features/catalogue/course-card.tsx', false],
    ['app/api/contract.ts', 'app/http/pages.server.ts', false],
    ['app/features/catalogue/http.ts', 'app/features/catalogue/queries.server.ts', false],
    ['app/features/blog/queries.server.ts', 'app/features/orders/queries.server.ts', false],
    ['app/adapters/storage/s3.server.ts', 'app/platform/settings.server.ts', false],
  ])('would refuse %s importing %s', (from, to, typeOnly) => {
    expect(broken({ from, to, typeOnly })).toMatch('may not import')
  })

  const brings = (from: string, to: string, rest: Partial<Import> = {}): Import => ({
    from: `app/features/${from}.ts`,
    to: `app/features/${to}.ts`,
    typeOnly: false,
    ...rest,
  })

  it('would detect a circular dependency of features, and one of files', () => {
    const circle = [brings('a/one', 'b/two'), brings('b/other', 'c/three'), brings('c/three', 'a/one')]
    expect(featureCircles(circle)).toEqual([['a', 'b', 'c']])
    expect(fileCircles(circle)).toEqual([])
    const files = [...circle, brings('b/two', 'b/other')]
    expect(fileCircles(files)).toEqual([
      ['a/one', 'b/other', 'b/two', 'c/three'].map((name) => `app/features/${name}.ts`),
    ])
    expect(fileCircles([...circle, brings('b/two', 'b/other', { lazy: true })])).toEqual([])
    expect(featureCircles([brings('a/one', 'b/two'), brings('b/two', 'a/one', { typeOnly: true })])).toEqual([])
  })

  it.each([
    ["import { sql } from 'kysely'"],
    ["import { sql, type RawBuilder } from 'kysely'"],
    ["await db.selectFrom('users').select('id').execute()"],
    ["await tx.insertInto('users').values(user).execute()"],
  ])('would refuse SQL in an operation: %s', (source) => {
    expect(hasForeignSql('app/features/orders/orders.server.ts', source)).toBe(true)
    expect(hasForeignSql('app/http/pages.server.ts', source)).toBe(true)
    expect(hasForeignSql('app/features/orders/order-queries.server.ts', source)).toBe(false)
  })

  it("would detect another feature's styles, and an exception for queries that is not needed", () => {
    const source = "import styles from '../catalogue/course-card.module.css'"
    expect(foreignStyles('app/features/blog/article-card.tsx', source)).toEqual([
      'app/features/catalogue/course-card.module.css',
    ])
    expect(foreignStyles('app/features/catalogue/course-grid.tsx', source)).toEqual([])
    expect(unusedShares([])).toContain('blog of authors')
  })

  it.each(['start', 'worker', 'content', 'db', 'staff'])(
    'starts %s without the packages of development, which production does not have',
    (program) => {
      const { dependencies } = JSON.parse(sourceOf('package.json')) as { dependencies: Record<string, string> }
      const used = [...packagesOf(root, `scripts/${program}.ts`)]
      expect(used.map(([name]) => name)).toContain('zod')
      expect(used.filter(([name]) => !(name in dependencies))).toEqual([])
    },
  )

  it('has every browser test in the folder of a feature', () => {
    expect(browserTestsOfNoFeature(root)).toEqual([])
    expect(testFoldersOf(root, 'orders')).toEqual(['app/features/orders/', 'tests/e2e/orders/'])
    expect(() => testFoldersOf(root, 'nothing')).toThrow('There is no feature “nothing”')
  })

  it('finds the test files with long parts by what they import', () => {
    const files = longTestFiles(root)
    expect(files).toContain('tests/operation/start.test.ts')
    // By a file that it shares with others.
    expect(files).toContain('tests/e2e/accounts/accounts.test.ts')
    // A browser alone makes no test long.
    expect(files).not.toContain('tests/e2e/community/stored-xss.test.ts')
  })

  it('starts long test files that exist', () => {
    const missing = SLOW_TESTS.filter(
      (name) => globSync(`${name}.test.ts`, { cwd: join(import.meta.dirname, '..') }).length !== 1,
    )
    expect(missing).toEqual([])
  })

  it('has database types that match the migrations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maahad-types-'))
    const file = join(folder, 'types.ts')
    await generateTypes(file)
    expect(readFileSync(join(root, 'db', 'types.ts'), 'utf8')).toBe(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
  })
})
