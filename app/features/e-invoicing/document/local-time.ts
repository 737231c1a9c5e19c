import { HOUR_MS } from '../../../platform/durations.ts'

/** The clock in Riyadh, which is at UTC+3 all year, as `2026-11-22T14:05:09`: the authority takes a time without a zone for local. */
export const localTime = (instant: Date): string => new Date(instant.getTime() + 3 * HOUR_MS).toISOString().slice(0, 19)
