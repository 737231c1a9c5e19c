/** The texts of the page's language. The server registers both languages, a browser only its own. */
import { createContext, type ReactNode, use } from 'react'
import type { texts as source } from './ar/index.ts'
import { dirOf, type Lang } from './lang.ts'

export type Texts = typeof source

const registered = new Map<Lang, Texts>()
const LangContext = createContext<Lang>('ar')

export function registerTexts(lang: Lang, texts: Texts) {
  registered.set(lang, texts)
}

export function LangProvider({ lang, children }: { lang: Lang; children: ReactNode }) {
  return <LangContext value={lang}>{children}</LangContext>
}

export function useLang(): Lang {
  return use(LangContext)
}

/** The texts of one feature in the page's language. */
export function useTexts<Feature extends keyof Texts>(feature: Feature): Texts[Feature] {
  return textsIn(useLang())[feature]
}

/** For `meta` functions and others outside components. */
export function textsIn(lang: Lang): Texts {
  return registered.get(lang)!
}

const ARABIC = /\p{Script=Arabic}/u

/** Props for a text that has no English yet and is shown in Arabic: its own language and direction. */
export function fallbackLang(text: string, lang: Lang): { lang?: Lang; dir?: 'rtl' | 'ltr' } {
  return lang === 'en' && ARABIC.test(text) ? { lang: 'ar', dir: dirOf('ar') } : {}
}
