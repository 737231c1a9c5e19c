/** The form token: proves that and when we rendered the form's page, without anything being stored. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import type { LeadKind } from './contract.ts'

type Asking = Pick<Context, 'settings' | 'now'>

/** A person needs longer than this to fill in an enquiry. */
const SOONEST_MS = 3000
const LATEST_MS = DAY_MS

export function newFormToken(ctx: Asking, kind: LeadKind): string {
  const words = `${ctx.now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${words}.${signatureOf(ctx, kind, words)}`
}

/** @throws Problem formNotFromPage, formTooFast, formTooOld */
export function checkFormToken(
  ctx: Asking,
  kind: LeadKind,
  stamp: string,
  { soonest = SOONEST_MS, latest = LATEST_MS }: { soonest?: number; latest?: number } = {},
): void {
  const [madeAt = '', nonce = '', seal = ''] = stamp.split('.')
  const expected = Buffer.from(signatureOf(ctx, kind, `${madeAt}.${nonce}`))
  const given = Buffer.from(seal)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Problem('formNotFromPage')
  const age = ctx.now().getTime() - Number.parseInt(madeAt, 36)
  if (age < soonest) throw new Problem('formTooFast')
  if (age > latest) throw new Problem('formTooOld')
}

function signatureOf({ settings }: Asking, kind: LeadKind, words: string): string {
  return createHmac('sha256', derivedKey(settings, 'form-stamp')).update(`${kind}.${words}`).digest('base64url')
}
