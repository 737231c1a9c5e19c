import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserTestsOfNoFeature, testFoldersOf } from '../scripts/feature-tests.ts'
import { generateTypes } from '../scripts/types.ts'
import { broken, importsOf } from './support/import-rules.ts'

const root = join(import.meta.dirname, '..')

describe('the structure', () => {
  it('keeps to who may import whom', () => {
    const imports = importsOf(root)
    expect(imports.length).toBeGreaterThan(100)
    expect(imports.map(broken).filter(Boolean)).toEqual([])
  })

  it.each([
    ['app/features/catalogue/course-page.tsx', 'app/features/catalogue/queries.server.ts', false],
    ['app/features/catalogue/course-page.tsx', 'app/features/catalogue/contract.ts', false],
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
  ])('would refuse %s importing %s', (from, to, typeOnly) => {
    expect(broken({ from, to, typeOnly })).toMatch('may not import')
  })

  it('keeps to one feature for each browser test', () => {
    expect(browserTestsOfNoFeature(root)).toEqual([])
    expect(testFoldersOf(root, 'orders')).toEqual(['app/features/orders/', 'tests/e2e/orders/'])
    expect(() => testFoldersOf(root, 'nothing')).toThrow('There is no feature “nothing”')
  })

  it('has the types of the database as it is migrated', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maahad-types-'))
    const file = join(folder, 'types.ts')
    await generateTypes(file)
    expect(readFileSync(join(root, 'db', 'types.ts'), 'utf8')).toBe(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
  })
})
