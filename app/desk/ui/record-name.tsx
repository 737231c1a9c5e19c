import type { ReactNode } from 'react'
import { useLang } from '../../locales/texts.tsx'

/**
 * The name of a record. In the English desk it may be Arabic, as long as nobody translated it: there it has the direction
 * of its words. In the Arabic desk all names are read from the right, also those that begin with a foreign word.
 */
export function RecordName({ children }: { children: ReactNode }) {
  return useLang() === 'en' ? <span dir="auto">{children}</span> : children
}
