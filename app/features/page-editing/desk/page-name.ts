import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'

type Title = { ar: string; en?: string | undefined }

/** What staff call a page: by its title, but the home page is titled with the institute's name. Undefined before it is written. */
export function pageName(
  { code, title }: { code: string; title?: Title | null | undefined },
  t: { homePage: string },
  lang: Lang,
): string | undefined {
  if (!title?.ar) return undefined
  return code === 'home' ? `${t.homePage}: ${inLang(title, lang)}` : inLang(title, lang)
}
