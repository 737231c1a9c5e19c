import type { Lang } from './lang.ts'

const UNITS = { ar: ['كيلوبايت', 'ميغابايت'], en: ['kB', 'MB'] } as const

/** `1.4 MB`, `320 kB`: rounded for readers, at least one kilobyte. */
export function formatFileSize(bytes: number, lang: Lang): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1000) return `${kilobytes} ${UNITS[lang][0]}`
  const megabytes = kilobytes / 1024
  return `${megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} ${UNITS[lang][1]}`
}
