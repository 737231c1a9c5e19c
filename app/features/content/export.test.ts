import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { pageAddresses } from '../../../scripts/page-addresses.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { checkContent, DEMONSTRATION, importContent } from './content.server.ts'
import { exportContent } from './export-content.server.ts'
import { isError } from './findings.ts'
import { reportLines } from './report.ts'

vi.mock('yaml', async (original) => {
  const { parseOnce } = await import('../../../tests/support/content/parse-once.ts')
  return parseOnce(await original())
})

/** The contents of every file of a folder, by path. */
function bytesOf(folder: string): Record<string, string> {
  const files = globSync('**/*.{yaml,svg}', { cwd: folder }).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

describe('an export', () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maahad-export-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('contains what was loaded', async () => {
    await exportContent(app.services, folder)
    const files = globSync('**/*.yaml', { cwd: DEMONSTRATION }).sort()
    expect(globSync('**/*.yaml', { cwd: folder }).sort()).toEqual(files.filter((file) => file !== 'demo-accounts.yaml'))
    expect(checkContent(folder, { addresses: pageAddresses(), now: new Date() }).filter(isError)).toEqual([])
    const holds = (file: string) => [DEMONSTRATION, folder].map((one) => parse(readFileSync(join(one, file), 'utf8')))
    for (const file of [
      'specializations.yaml',
      'trainers.yaml',
      'partners.yaml',
      'clients.yaml',
      'faqs.yaml',
      'reviews.yaml',
      'pages/home.yaml',
    ]) {
      const [original, exported] = holds(file)
      expect(exported).toEqual(original)
    }
    const [original, exported] = holds('courses/contracts-drafting.yaml')
    const { runs: _, description, ...rest } = original
    expect(exported).toMatchObject(rest)
    expect(exported.description).toEqual({ ar: description.ar.trim(), en: description.en.trim() })
  })

  it('can be loaded again without a change', async () => {
    await exportContent(app.services, folder)
    expect(reportLines(await importContent(app.services, folder))).toEqual(['Nothing changed.'])
  })

  it('is byte for byte the same after a round trip through another database on another day', async () => {
    await exportContent(app.services, folder)
    const first = bytesOf(folder)
    expect(Object.keys(first).length).toBeGreaterThan(150)
    const other = await startTestApp({ pictures: true })
    other.advance(100 * DAY_MS)
    await importContent(other.services, folder)
    rmSync(folder, { recursive: true })
    await exportContent(other.services, folder)
    await other.stop()
    expect(bytesOf(folder)).toEqual(first)
  })

  it('deletes the files of removed records, and the common file of posts that now have one each', async () => {
    await exportContent(app.services, folder)
    const gone = ['courses/gone.yaml', 'posts/gone.yaml', 'posts.yaml'].map((path) => join(folder, path))
    for (const path of gone) writeFileSync(path, '[]')
    await exportContent(app.services, folder)
    expect(gone.filter((path) => existsSync(path))).toEqual([])
  })

  it('gives two pictures with the same name different names', async () => {
    const { db, storage } = app.services
    await storage.put('media/0123456789abcdef/sql-foundations.svg', Buffer.from('<svg/>'))
    const cover = '/media/0123456789abcdef/sql-foundations.svg'
    const before = await db
      .selectFrom('courses')
      .select('cover')
      .where('key', '=', 'python-for-data')
      .executeTakeFirstOrThrow()
    await db.updateTable('courses').set({ cover }).where('key', '=', 'python-for-data').execute()
    await exportContent(app.services, folder)
    const covers = ['python-for-data', 'sql-foundations'].map(
      (key) => parse(readFileSync(join(folder, 'courses', `${key}.yaml`), 'utf8')).cover,
    )
    expect(new Set(covers).size).toBe(2)
    expect(readFileSync(join(folder, covers[0]), 'utf8')).toBe('<svg/>')
    await db.updateTable('courses').set(before).where('key', '=', 'python-for-data').execute()
  })

  it('overwrites nothing but content', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years of work')
    await expect(exportContent(app.services, folder)).rejects.toThrow('is not empty and holds no content')
    expect(existsSync(join(folder, 'institute.yaml'))).toBe(false)
  })

  it('of an empty database is refused', async () => {
    const empty = await startTestApp()
    await expect(exportContent(empty.services, folder)).rejects.toThrow('import some first')
    await empty.stop()
  })
})
