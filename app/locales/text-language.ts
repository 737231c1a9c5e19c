import type { Lang } from './lang.ts'

/** The `lang` and `dir` of what a member wrote, such as a post or a name, when its language is not the page's. */
export function textLanguage(text: string, pageLang: Lang): { lang?: Lang; dir?: 'rtl' | 'ltr' } {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return {}
  const own: Lang = arabic >= latin ? 'ar' : 'en'
  return own === pageLang ? {} : { lang: own, dir: own === 'ar' ? 'rtl' : 'ltr' }
}
