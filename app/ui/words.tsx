import { fallbackLang, useLang } from '../locales/texts.tsx'

/** A text of content: one that has no English yet says that it is Arabic. */
export function Words({ children }: { children: string }) {
  const own = fallbackLang(children, useLang())
  return own.lang ? <span {...own}>{children}</span> : children
}
