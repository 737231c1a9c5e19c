import type { SharedApi } from '../api/contract.ts'
import { isProblem } from '../api/problem.ts'
import type { Lang } from '../locales/lang.ts'
import { UNNAMED_INSTITUTE } from '../locales/unnamed-institute.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'

/**
 * The institute's name, which the site and the desk bear; the product's until the institute is set up. Also without the
 * database: what a form was sent to gives its own answer then, and a page that shows the name is not rendered.
 */
export async function siteName(api: Pick<SharedApi, 'pages'>, lang: Lang): Promise<string> {
  try {
    return (await api.pages.institute({})).name
  } catch (error) {
    if (isDatabaseUnavailable(error) || (isProblem(error) && error.code === 'notFound')) return UNNAMED_INSTITUTE[lang]
    throw error
  }
}
