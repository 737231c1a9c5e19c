import type { SharedApi } from '../api/contract.ts'
import { isProblem } from '../api/problem.ts'
import { shell as ar } from '../locales/ar/shell.ts'
import { shell as en } from '../locales/en/shell.ts'
import type { Lang } from '../locales/lang.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'

const UNNAMED = { ar: ar.siteName, en: en.siteName }

/**
 * The institute's name, which the site and the desk bear; the product's until the institute is set up. Also without the
 * database: what a form was sent to gives its own answer then, and a page that shows the name is not rendered.
 */
export async function siteName(api: Pick<SharedApi, 'pages'>, lang: Lang): Promise<string> {
  try {
    return (await api.pages.institute({})).name
  } catch (error) {
    if (isDatabaseUnavailable(error) || (isProblem(error) && error.code === 'notFound')) return UNNAMED[lang]
    throw error
  }
}
