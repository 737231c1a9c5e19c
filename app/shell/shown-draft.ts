import type { PageRequest } from '../request-context.ts'

/** Whether the page of the site at this address is the one whose draft is asked for; another page stays as it is. */
export async function isDraftShown({ api, lang, preview, describe }: PageRequest, pathname: string): Promise<boolean> {
  if (preview === undefined) return false
  try {
    const { path } = await api.pageEditing.pagePreview({ token: preview })
    return path !== null && pathname.replace(/\/$/, '') === `/${lang}${path}`
  } catch (error) {
    // The token of a course or an article, or none of ours.
    if (describe(error)) return false
    throw error
  }
}
