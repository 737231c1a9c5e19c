/**
 * The order of test files: those with a worker of their own, then the longest first, so that none of them is left to
 * run alone at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** As long as several others together, by what was measured on two cores, the longest first. */
export const SLOW_TESTS = [
  'tests/operation/db-script',
  'tests/e2e/site/every-page',
  'tests/e2e/desk/every-page',
  'tests/operation/start',
  'tests/e2e/site/deferred-hydration',
  'tests/e2e/payments/payment-flows',
  'tests/e2e/transfers/transfers',
  'tests/e2e/pages/home-reviews',
  'tests/e2e/site/header',
  'app/features/uploads/corpus',
  'tests/e2e/search/search',
  'tests/e2e/catalogue/shop-pages',
  'tests/e2e/blog/blog',
  'tests/malformed',
  'tests/access-matrix',
  'tests/e2e/profile/profile',
  'tests/operation/database-silence',
  'tests/e2e/uploads/uploads',
  'tests/e2e/site/loading-problems',
  'tests/e2e/site/links',
  'tests/e2e/two-factor/two-factor',
  'tests/operation/crash-orders',
  'tests/e2e/leads/enquiries',
  'tests/e2e/site/side-menu',
  'tests/e2e/checkout/checkout-problems',
  'tests/e2e/password-reset/password-reset',
  'app/adapters/storage/storage',
  'app/features/payments/moyasar-orders',
]
/** Where browsers are used, which takes longer than any rule. */
const WITH_BROWSER = /\/tests\/e2e\//

/** Files that are not named keep their order: the one that was measured last time, else by their size. */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  // A worker that is shared ends when the next file may not share it.
  if (project.config.isolate) return -1
  const index = SLOW_TESTS.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  if (index >= 0) return index
  return SLOW_TESTS.length + (WITH_BROWSER.test(moduleId) ? 0 : 1)
}
