import { keepSigns } from '../../locales/keep-signs.ts'
import { fallbackLang, useLang } from '../../locales/texts.tsx'
import styles from './content-text.module.css'

/** A text of the content: marks an untranslated one as Arabic, and keeps names such as SHRM-CP on one line. */
export function ContentText({ children }: { children: string }) {
  const own = fallbackLang(children, useLang())
  const text = withoutBreaks(keepSigns(children))
  // One element: in a grid or a row, a name of its own would stand apart from its sentence.
  return own.lang || typeof text !== 'string' ? <span {...own}>{text}</span> : text
}

const HYPHENATED = /([A-Z0-9]+(?:-[A-Z0-9]+)+)/

/** Every second part is a name with hyphens. */
function withoutBreaks(text: string) {
  const parts = text.split(HYPHENATED)
  if (parts.length === 1) return text
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={place} className={styles.unbroken}>
        {part}
      </span>
    ),
  )
}
