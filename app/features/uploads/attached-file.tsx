import type { ReactNode } from 'react'
import { formatFileSize } from '../../locales/file-size.ts'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Attachment } from './contract.ts'
import styles from './file-drop-field.module.css'

type Props = {
  name: string
  size: number
  /** Shown instead of the document icon. */
  mark?: ReactNode
  /** Shown after the size. */
  children?: ReactNode
}

/** The file that is attached to a form: its name and size. */
export function AttachedFile({ name, size, mark = <Icon name="document" size={28} />, children }: Props) {
  const lang = useLang()
  return (
    <p className={styles.attached}>
      <span className={styles.mark}>{mark}</span>
      <span className={styles.facts}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.about}>
          {formatFileSize(size, lang)}
          {children}
        </span>
      </span>
    </p>
  )
}

/** A thumbnail of an image, or an icon for any other kind. */
export function AttachmentMark({ attachment: { kind, sources } }: { attachment: Attachment }) {
  return kind === 'image' && sources ? (
    <img src={sources[0]!.webp} alt="" width={72} height={72} />
  ) : (
    <Icon name={kind === 'video' ? 'video' : 'document'} size={28} />
  )
}
