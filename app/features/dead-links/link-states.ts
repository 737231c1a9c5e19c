/** What is known of a link, and why. */

/** In the order of the list's choices. `failed`: once; `unknown`: the site answers programs neither yes nor no. */
export const BAD_STATES = ['dead', 'failed', 'unknown', 'notAsked'] as const
export const LINK_STATES = BAD_STATES
export type BadState = (typeof BAD_STATES)[number]
export type LinkState = BadState | 'good'

export const LINK_REASONS = [
  ...(['noPage', 'noRecord', 'hidden', 'relative'] as const),
  ...(['status', 'noHost', 'noAnswer', 'tooSlow', 'badCertificate', 'tooManyRedirects'] as const),
  ...(['private', 'port', 'invalid', 'notYet'] as const),
] as const
export type LinkReason = (typeof LINK_REASONS)[number]

export type Verdict = { state: LinkState; reason: LinkReason | null; status: number | null }

/** In the order of the list. */
export const LINKING_KINDS = [
  ...(['article', 'banner', 'branch', 'course', 'institute', 'lesson', 'menu'] as const),
  ...(['organisation', 'page', 'question', 'specialization', 'trainer'] as const),
] as const
export type LinkingKind = (typeof LINKING_KINDS)[number]

/**
 * A site that fails once may be down for a night: a link is dead after failures on two days.
 * @param failedOn the day of the first failure since the last good answer
 */
export function afterFailure(verdict: Verdict, failedOn: string | null, today: string) {
  // What did not reach the site says nothing of it, and does not make the earlier failure good.
  const wasAsked = verdict.state === 'good' || verdict.status !== null
  if (verdict.state !== 'failed') return { ...verdict, failedOn: wasAsked ? null : failedOn }
  const first = failedOn ?? today
  return { ...verdict, state: first < today ? ('dead' as const) : ('failed' as const), failedOn: first }
}
