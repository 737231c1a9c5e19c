import { data } from 'react-router'
import { type DeskError, deskLoader, queryOf } from '../desk-page.ts'

const STATUSES = [400, 403, 404, 405, 409, 429, 500]

/**
 * What the desk says when the address of a file or a preview was refused: such an address has no page of its own. See
 * `inWords`.
 */
export const loader = deskLoader(async (_, { request }) => {
  const status = STATUSES.find((one) => String(one) === queryOf(request).status) ?? 404
  throw data<DeskError>({ code: 'refused', message: '' }, { status })
})

export default function RefusedPage() {
  return null
}
