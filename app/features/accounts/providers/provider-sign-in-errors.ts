import type { ExternalReason } from '../../../links.ts'

/** Query values of the page that explains why a sign-in failed. */
const REASONS: Record<ExternalReason, true> = {
  'external-denied': true,
  'external-expired': true,
  'external-failed': true,
  'external-down': true,
  'external-closed': true,
}

export function externalReason(notice: string | null): ExternalReason | null {
  return notice !== null && Object.hasOwn(REASONS, notice) ? (notice as ExternalReason) : null
}
