import { fallbackLang, useLang } from '../../locales/texts.tsx'
import { markFound } from './folding.ts'

/** A name with the matched part marked, also where it is spelled differently. */
export function Marked({ term, children }: { term: string; children: string }) {
  const own = fallbackLang(children, useLang())
  return (
    <bdi {...own}>
      {markFound(children, term).map(({ text, marked }, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
        return marked ? <mark key={place}>{text}</mark> : text
      })}
    </bdi>
  )
}
