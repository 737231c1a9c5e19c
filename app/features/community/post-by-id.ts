import { redirect } from 'react-router'
import { foldDigits } from '../../locales/digits.ts'
import type { PageRequest } from '../../request-context.ts'

/**
 * The post of a page's address, as everybody sees it; one that is not public as its author and staff see it. A missing
 * or invisible one redirects to the error page.
 */
export async function postById(page: PageRequest, id: string) {
  try {
    return await page.shared.community.postById({ id: foldDigits(id) })
  } catch (error) {
    if (page.visitor) return ownPostById(page, id)
    if (isRefused(error)) throw redirect('/error')
    throw error
  }
}

/** The post of a page's address, as the visitor sees it: with its source, if they may change it. */
export async function ownPostById({ api }: PageRequest, id: string) {
  try {
    return await api.community.postById({ id: foldDigits(id) })
  } catch (error) {
    if (isRefused(error)) throw redirect('/error')
    throw error
  }
}

/** Unknown or not a valid id; any other error is unexpected. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'postNotFound' || error.code === 'validation')
