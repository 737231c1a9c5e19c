import { redirect } from 'react-router'
import { foldDigits } from '../../locales/digits.ts'
import type { PageRequest } from '../../request-context.ts'

/** The post that an address names; one that nobody may see leads to the error page. */
export async function postById({ api }: PageRequest, id: string) {
  try {
    return await api.community.postById({ id: foldDigits(id) })
  } catch (error) {
    if (isRefused(error)) throw redirect('/error')
    throw error
  }
}

/** Unknown, or no id at all; anything else is a failure of ours. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'postNotFound' || error.code === 'validation')
