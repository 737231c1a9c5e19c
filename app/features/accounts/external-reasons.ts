import type { ExternalReason } from '../../links.ts'

/** As they stand in the address of the page that tells them. */
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
