/** `/files/…`: serves uploaded files to users with access, with headers that make harmful files harmless. */
import { type Context, Hono } from 'hono'
import { findFile, type StoredFile } from '../../features/files/files.server.ts'
import { validity } from '../../features/files/signed-address.server.ts'
import { preferredLang } from '../../locales/lang.ts'
import { attachment } from '../../platform/content-disposition.ts'
import type { Services, SignedInUser } from '../../platform/context.server.ts'
import { expiredPage } from '../health/outage-page.server.tsx'
import { socketAddress } from '../request.server.ts'
import { requestContext } from '../request-context.server.ts'
import { sendStored } from '../stored-response.server.ts'
import { mediaPolicy, mediaTypeOf } from './media-types.ts'

/**
 * Whether everybody may see a public file now, by its purpose: a post's file while the post is shown. Files of a purpose
 * without such a rule are served at signed addresses only.
 */
export type IsPublicFile = Partial<
  Record<StoredFile['purpose'], (services: Pick<Services, 'db' | 'now'>, file: StoredFile) => Promise<boolean>>
>

/** What browsers may show; everything else is a download. Never SVG, which can run scripts. */
const SHOWN = new Set(['image/avif', 'image/webp', 'image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'video/webm'])
const DOWNLOADS = /^application\/(?:pdf|zip|vnd\.openxmlformats-officedocument\.[a-z.]+)$/
/** For how long storage's own address is valid: long enough to follow the redirect. */
const HANDED_OVER_SECONDS = 60

/** Whether an address that was made for an account still opens the file, by its purpose; by default it does. */
export type StillOpens = Partial<
  Record<
    StoredFile['purpose'],
    (services: Pick<Services, 'db'>, file: StoredFile, user: SignedInUser) => Promise<boolean>
  >
>

export function filePages(services: Services, seenByAll: IsPublicFile, stillOpens: StillOpens = {}): Hono {
  return new Hono().get('/files/:id/:name', async (c) => {
    const { id, name } = c.req.param()
    const { until, key, for: owner } = c.req.query()
    const isSigned = key !== undefined || until !== undefined
    const valid = isSigned ? validity(services, id, name, c.req.query()) : undefined
    if (valid === 'wrong') return c.notFound()
    if (valid === 'expired') return expiredPage(c, preferredLang(c.req.header('accept-language')) ?? 'ar')
    const user = owner === undefined ? null : await signedInAs(services, c, owner)
    if (owner !== undefined && !user) return c.notFound()
    const file = await findFile(services.db, id)
    const stored = file && file.state !== 'dropped' ? storedNameOf(file, name) : undefined
    if (!file || !stored) return c.notFound()
    const isRefused = user !== null && (await stillOpens[file.purpose]?.(services, file, user)) === false
    if (isRefused) return c.notFound()
    if (!isSigned && !(await isOpen(services, seenByAll, file))) return c.notFound()
    return send(c, services, file, stored, isSigned)
  })
}

/** The account for which the address was made, when its own session asks: one that is passed on opens nothing. */
async function signedInAs(services: Services, c: Context, owner: string): Promise<SignedInUser | null> {
  const { user, setCookies } = await requestContext(services, c.req.raw, socketAddress(c))
  for (const cookie of setCookies) c.header('Set-Cookie', cookie, { append: true })
  return user !== null && String(user.id) === owner ? user : null
}

async function isOpen(services: Services, seenByAll: IsPublicFile, file: StoredFile): Promise<boolean> {
  return file.is_public && file.state === 'kept' && ((await seenByAll[file.purpose]?.(services, file)) ?? false)
}

/** The address names one of several stored files by its last part, and a single one by the uploaded file's name. */
function storedNameOf({ names, file_name }: StoredFile, name: string): string | undefined {
  const named = names.find((stored) => stored.split('/').at(-1) === name)
  return named ?? (names.length === 1 && name === file_name ? names[0] : undefined)
}

async function send(c: Context, { storage }: Services, file: StoredFile, stored: string, isSigned: boolean) {
  const type = mediaTypeOf(stored) ?? file.type
  const isShown = SHOWN.has(type)
  // Pictures and films are sent from here: at another host every page's content security policy would have to allow it.
  if (isSigned && !isShown && storage.signedAddress) {
    const about = { seconds: HANDED_OVER_SECONDS, type: downloadType(type), fileName: file.file_name }
    const address = await storage.signedAddress(stored, about)
    return c.body(null, 302, {
      Location: address,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
    })
  }
  const headers = {
    'Content-Type': isShown ? type : downloadType(type),
    'Cache-Control': isSigned ? 'private, no-store' : 'public, max-age=300',
    'Content-Security-Policy': isShown ? mediaPolicy(type) : "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-site',
    'Referrer-Policy': 'no-referrer',
    ...(isSigned ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...(isShown ? {} : { 'Content-Disposition': attachment(file.file_name) }),
  }
  return sendStored(c, storage, stored, headers, `"${file.id}-${stored.split('/').at(-1)}"`)
}

function downloadType(type: string): string {
  return DOWNLOADS.test(type) ? type : 'application/octet-stream'
}
