import { fallbackLang, useLang } from '../../locales/texts.tsx'

/** A text of the content; one that has no English yet keeps its own language and direction. */
export function Said({ children }: { children: string }) {
  const fallback = fallbackLang(children, useLang())
  return fallback.lang ? <span {...fallback}>{children}</span> : children
}
