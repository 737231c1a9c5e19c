/** Which tests belong to a feature: those in its folder, and the browser tests in the folder of the same name. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FEATURES = 'app/features'
const BROWSER_TESTS = 'tests/e2e'
/** Browser tests that concern all pages. */
export const SITE = 'site'

const foldersIn = (root: string, folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

export const featuresOf = (root: string): string[] => [...foldersIn(root, FEATURES), SITE].sort()

/** @returns the folders of a feature's tests. @throws when there is no such feature */
export function testFoldersOf(root: string, feature: string): string[] {
  const features = featuresOf(root)
  if (!features.includes(feature))
    throw new Error(`There is no feature “${feature}”. There are: ${features.join(', ')}.`)
  return [FEATURES, BROWSER_TESTS]
    .map((folder) => `${folder}/${feature}/`)
    .filter((path) => existsSync(join(root, path)))
}

/** Browser tests that belong to no feature: loose files, and folders with other names. */
export function browserTestsOfNoFeature(root: string): string[] {
  const features = featuresOf(root)
  return readdirSync(join(root, BROWSER_TESTS)).filter((name) => !features.includes(name))
}
