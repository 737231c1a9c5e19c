import { redirect } from 'react-router'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { sectionAddress } from '../profile/profile-sections.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/backup-codes-route'

const MAX_CODES = 20
const LINE_END = '\r\n'

export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(sectionAddress('two-factor', pageRequestOf(context).lang))
}

/** The codes on the page as a text file. The page sends them, since the server stores only their hashes. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const { email } = signedInOnly(page, request)
  const codes = (await request.formData()).getAll('code').slice(0, MAX_CODES)
  if (codes.length === 0 || !codes.every((code) => /^\d{8}$/.test(String(code))))
    throw redirect(sectionAddress('two-factor', page.lang))
  const { title, note } = textsIn(page.lang).twoFactor.codes.file
  const lines = [
    title(page.siteName),
    email,
    '',
    ...codes.map((code) => inGroups(String(code))),
    '',
    note,
    page.publicUrl,
    '',
  ]
  return new Response(`\uFEFF${lines.join(LINE_END)}`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="backup-codes.txt"',
      'Cache-Control': 'no-store',
    },
  })
}

const inGroups = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
