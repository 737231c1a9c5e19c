import type { MetaFunction } from 'react-router'
import { LANGS, type Lang } from '../locales/lang.ts'
import { type DeskTextFile, type DeskTexts, deskTextsIn } from './texts.tsx'

/** The `meta` of a page of the desk: its title. */
export function deskMeta<R extends DeskTextFile, D = unknown>(
  file: R,
  titleOf: (texts: DeskTexts[R], loaderData: D | undefined, lang: Lang) => string,
): MetaFunction {
  return ({ params, loaderData }) => {
    const lang: Lang = LANGS.find((known) => known === params.lang) ?? 'ar'
    const title = titleOf(deskTextsIn(lang, file), loaderData as D | undefined, lang)
    return [{ title: `${title} · ${deskTextsIn(lang, 'frame').title}` }]
  }
}
