import { formatList } from './format-week.ts'
import type { Lang } from './lang.ts'

/** `SA,AE` → `السعودية والإمارات العربية المتحدة`. */
export function countryNames(codes: string, lang: Lang): string {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  return formatList(
    codes.split(',').map((code) => names.of(code) ?? code),
    lang,
  )
}
