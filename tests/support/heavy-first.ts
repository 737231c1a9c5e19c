/** The order of test files: the longest first, so that none of them is left to run alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** As long as several others together, by their names, the longest first. */
const HEAVY = ['visual', 'every-page', 'home', 'header', 'error-paths', 'two-factor', 'malformed', 'profile', 'notices']
/** Where browsers are walked with, which takes longer than any rule. */
const WITH_BROWSER = /\/tests\/(?:e2e|visual)\//

/** Files that are not named keep their order: the one that was measured last time, else by their size. */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const heavy = HEAVY.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`) && !moduleId.includes('/app/'))
  if (heavy >= 0) return heavy
  return HEAVY.length + (WITH_BROWSER.test(moduleId) ? 0 : 1)
}
