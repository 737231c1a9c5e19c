/** The texts in the page's language. The server loads both languages, a browser only its own, one file per feature. */
import { createContext, type ReactNode, use } from 'react'
import type { texts as source } from './ar/index.ts'
import { dirOf, type Lang } from './lang.ts'

export type Texts = typeof source
type Feature = keyof Texts

/** How a browser loads the texts: some immediately, each other feature on first use. */
export type BrowserTexts<First extends Feature = never> = {
  first: Pick<Texts, First>
  later: { [F in Exclude<Feature, First>]: () => Promise<{ [Name in F]: Texts[F] }> }
}
type AnyBrowserTexts = { first: Partial<Texts>; later: Partial<Record<Feature, () => Promise<Partial<Texts>>>> }

const registered = new Map<Lang, AnyBrowserTexts>()
const coming = new Map<string, Promise<unknown>>()
const LangContext = createContext<Lang>('ar')

export function registerTexts(lang: Lang, texts: Texts) {
  registered.set(lang, { first: texts, later: {} })
}

/** @param load loads a chunk of the page and handles its failure */
export function registerBrowserTexts<First extends Feature>(
  lang: Lang,
  texts: BrowserTexts<First>,
  load: <T>(chunk: () => Promise<T>) => Promise<T>,
) {
  const later: AnyBrowserTexts['later'] = texts.later
  registered.set(lang, {
    first: texts.first,
    later: Object.fromEntries(Object.entries(later).map(([feature, part]) => [feature, () => load(part)])),
  })
}

export function LangProvider({ lang, children }: { lang: Lang; children: ReactNode }) {
  return <LangContext value={lang}>{children}</LangContext>
}

export function useLang(): Lang {
  return use(LangContext)
}

/** The texts of one feature in the page's language. */
export function useTexts<F extends Feature>(feature: F): Texts[F] {
  return textsOf(useLang(), feature)
}

/** For `meta` functions, which a browser also calls during rendering. */
export function textsIn(lang: Lang): Texts {
  return new Proxy({} as Texts, { get: (_, feature) => textsOf(lang, feature as Feature) })
}

/** Missing texts suspend the page: the old one stays until they are loaded. */
function textsOf<F extends Feature>(lang: Lang, feature: F): Texts[F] {
  const known = registered.get(lang)!.first[feature]
  if (known) return known
  // Thrown, not passed to `use`: after `use` React 19.3 no longer treats the component as new and rejects its state
  // ("Update hook called on initial render").
  throw loadTexts(lang, feature)
}

/** Loads a feature's texts before a part of the page needs them, so that it does not suspend. */
export function loadTexts(lang: Lang, feature: Feature): Promise<unknown> {
  const { first, later } = registered.get(lang)!
  if (first[feature]) return Promise.resolve(first)
  const key = `${lang}/${feature}`
  const known = coming.get(key)
  if (known) return known
  const promise = later[feature]!().then((texts) => Object.assign(first, texts))
  coming.set(key, promise)
  return promise
}

const ARABIC = /\p{Script=Arabic}/u

/** Attributes for a text without an English version, which is shown in Arabic: its language and direction. */
export function fallbackLang(text: string, lang: Lang): { lang?: Lang; dir?: 'rtl' | 'ltr' } {
  return lang === 'en' && ARABIC.test(text) ? { lang: 'ar', dir: dirOf('ar') } : {}
}
