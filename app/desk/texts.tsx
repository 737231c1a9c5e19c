/**
 * The texts of the desk. They are registered beside the site's texts under names of their own, so that components
 * of the site work at the desk, and no page of the site carries a text of the desk.
 */
import type { deskTexts as source } from '../locales/ar/desk/index.ts'
import type { Lang } from '../locales/lang.ts'
import { registerBrowserTexts, registerTexts, type Texts, textsIn, useTexts } from '../locales/texts.tsx'

export type DeskTexts = typeof source
export type DeskTextFile = keyof DeskTexts
type Named = Partial<Record<string, unknown>>

const nameOf = (file: string) => `desk:${file}` as keyof Texts
const named = (texts: Named) => Object.fromEntries(Object.entries(texts).map(([file, of]) => [nameOf(file), of]))

/** On the server: everything. */
export function registerDeskTexts(lang: Lang, site: Texts, desk: DeskTexts): void {
  registerTexts(lang, { ...site, ...named(desk) })
}

type BrowserParts = { first: { site: Named; desk: Named }; later: { site: Named; desk: Named } }

export function registerBrowserDeskTexts(
  lang: Lang,
  { first, later }: BrowserParts,
  load: <T>(chunk: () => Promise<T>) => Promise<T>,
): void {
  const files = Object.entries(later.desk).map(([file, of]) => [
    nameOf(file),
    async () => named(await (of as () => Promise<Named>)()),
  ])
  const texts = {
    first: { ...first.site, ...named(first.desk) },
    later: { ...later.site, ...Object.fromEntries(files) },
  }
  registerBrowserTexts(lang, texts as never, load)
}

/** The texts of one file in the page's language. */
export const useDeskTexts = <R extends DeskTextFile>(file: R): DeskTexts[R] => useTexts(nameOf(file)) as never

/** For `meta` functions. */
export const deskTextsIn = <R extends DeskTextFile>(lang: Lang, file: R): DeskTexts[R] =>
  textsIn(lang)[nameOf(file)] as never
