import { textLanguage } from '../../locales/text-language.ts'
import { useLang } from '../../locales/texts.tsx'
import { classNames } from '../class-names.ts'
import styles from './name-text.module.css'

type Props = {
  /** The name; nothing of an account that was deleted. */
  children: string | null
  className?: string | undefined
}

/** A person's name in its own script: an Arabic one keeps the leading of Arabic on an English page. */
export function NameText({ children, className }: Props) {
  const lang = useLang()
  if (children === null) return null
  return (
    <bdi {...textLanguage(children, lang)} className={classNames(styles.name, className)}>
      {children}
    </bdi>
  )
}
