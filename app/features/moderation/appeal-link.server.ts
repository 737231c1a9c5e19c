/** The link by which an author reads a decision and objects: derived from its id, so that no secret is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'

type Asking = Pick<Context, 'settings'>

const tokenOf = ({ settings }: Asking, id: number): string =>
  createHmac('sha256', derivedKey(settings, 'appeal-decision')).update(String(id)).digest('base64url').slice(0, 32)

export const appealLink = (ctx: Asking, lang: Lang, id: number): string =>
  ctx.settings.publicUrl + linksFor(lang).appeal(id, tokenOf(ctx, id))

export function isAppealToken(ctx: Asking, id: number, token: string): boolean {
  const [actual, expected] = [Buffer.from(token), Buffer.from(tokenOf(ctx, id))]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
