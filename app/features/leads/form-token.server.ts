/** The form token: proves that and when we rendered the form's page, without anything being stored. */
import { randomBytes } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { isMac, macOf } from '../../platform/secrets.server.ts'
import type { LeadKind } from './contract.ts'

type Deps = Pick<Context, 'settings' | 'now'>
const KEY = 'form-stamp'

/** A person needs longer than this to fill in an enquiry. */
const MIN_AGE_MS = 3000
const MAX_AGE_MS = DAY_MS

export function newFormToken(ctx: Deps, kind: LeadKind): string {
  const payload = `${ctx.now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${payload}.${macOf(ctx.settings, KEY, `${kind}.${payload}`).toString('base64url')}`
}

/** @throws Problem formNotFromPage, formTooFast, formTooOld */
export function checkFormToken(
  ctx: Deps,
  kind: LeadKind,
  token: string,
  { soonest = MIN_AGE_MS, latest = MAX_AGE_MS }: { soonest?: number; latest?: number } = {},
): void {
  const [renderedAt = '', nonce = '', signature = ''] = token.split('.')
  const text = `${kind}.${renderedAt}.${nonce}`
  if (!isMac(ctx.settings, KEY, text, Buffer.from(signature, 'base64url'))) throw new Problem('formNotFromPage')
  const age = ctx.now().getTime() - Number.parseInt(renderedAt, 36)
  if (age < soonest) throw new Problem('formTooFast')
  if (age > latest) throw new Problem('formTooOld')
}
