/** Lists as files: what the pages of lists and the addresses of their files share. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import type { FileAnswer } from '../../api/fields.ts'
import { askForProof } from '../../features/proof/with-proof.ts'
import type { PageRequest } from '../../request-context.ts'
import { deskLink } from '../desk-links.ts'
import { deskLoader, type Intents, queryOf } from '../desk-page.ts'
import { DIRECT_FIELD, type ReadyFile } from './export-fields.ts'

type Query = Record<string, string>
type PathOf = (params: LoaderFunctionArgs['params']) => string

/**
 * The loader of a list's file. Where a fresh proof is missing, it leads to the list, which asks for it.
 * @param listPath below the desk
 */
export function exportLoader(
  fileOf: (page: PageRequest, query: Query, args: LoaderFunctionArgs) => Promise<FileAnswer>,
  listPath: PathOf,
) {
  return deskLoader(async (page, args) => {
    const query = queryOf(args.request)
    try {
      return downloadOf(await fileOf(page, query, args))
    } catch (error) {
      if (page.describe(error)?.code !== 'proofNeeded') throw error
      const { format = 'csv', ...filters } = query
      throw redirect(deskLink(page.lang, listPath(args.params), { ...filters, confirm: format }))
    }
  })
}

function downloadOf({ name, type, body }: FileAnswer): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** For the loader of a list: the proof to ask for when its file was requested without a recent one. */
export async function proofForExport(page: PageRequest, { confirm, ...filters }: Query) {
  return confirm ? askForProof(page, { ...filters, intent: 'export', format: confirm }) : undefined
}

/**
 * For the action of a list: leads to the file once the proof was accepted. Without scripts the browser would go on
 * showing the form of the proof beside the file, so that the page answers with a link to it.
 */
export const exportIntent =
  (listPath: PathOf): Intents[string] =>
  async ({ lang }, form, { params }: ActionFunctionArgs) => {
    const file = deskLink(lang, `${listPath(params)}/export`, filtersIn(form))
    return form.has(DIRECT_FIELD) ? { to: file } : { result: { file } satisfies ReadyFile }
  }

/** For the action of a list: leads to the file of the chosen rows, or of all that match. `NothingChosen` without any */
export const exportChosenIntent =
  (listPath: string): Intents[string] =>
  async ({ lang }, form, { request }) => {
    const format = String(form.get('format') ?? 'csv')
    const { cursor: _, done: __, confirm: ___, ...filters } = queryOf(request)
    if (form.has('all')) return { to: deskLink(lang, `${listPath}/export`, { ...filters, format }) }
    const ids = form.getAll('chosen').join()
    return ids ? { to: deskLink(lang, `${listPath}/export`, { ids, format }) } : { result: null }
  }

/** Fields of the proof and of the form itself are no filters. */
function filtersIn(form: FormData): Query {
  return Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1] !== '' && entry[0] !== 'intent' && !entry[0].startsWith('proof'),
    ),
  )
}
