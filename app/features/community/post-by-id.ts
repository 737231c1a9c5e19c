import { redirect } from 'react-router'
import { foldDigits } from '../../locales/digits.ts'
import type { PageRequest } from '../../request-context.ts'

/** The post of a page's address; a missing or invisible one redirects to the error page. */
export async function postById({ api }: PageRequest, id: string) {
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
