/** The form token: proves that and when we rendered the form's page, without anything being stored. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import type { LeadKind } from './contract.ts'

type Deps = Pick<Context, 'settings' | 'now'>

/** A person needs longer than this to fill in an enquiry. */
const MIN_AGE_MS = 3000
const MAX_AGE_MS = DAY_MS

export function newFormToken(ctx: Deps, kind: LeadKind): string {
  const payload = `${ctx.now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${payload}.${signatureOf(ctx, kind, payload)}`
}

/** @throws Problem formNotFromPage, formTooFast, formTooOld */
export function checkFormToken(
  ctx: Deps,
  kind: LeadKind,
  token: string,
  { soonest = MIN_AGE_MS, latest = MAX_AGE_MS }: { soonest?: number; latest?: number } = {},
): void {
  const [renderedAt = '', nonce = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(ctx, kind, `${renderedAt}.${nonce}`))
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) throw new Problem('formNotFromPage')
  const age = ctx.now().getTime() - Number.parseInt(renderedAt, 36)
  if (age < soonest) throw new Problem('formTooFast')
  if (age > latest) throw new Problem('formTooOld')
}

function signatureOf({ settings }: Deps, kind: LeadKind, payload: string): string {
  return createHmac('sha256', derivedKey(settings, 'form-stamp')).update(`${kind}.${payload}`).digest('base64url')
}
