import { formatFileSize } from '../../locales/file-size.ts'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Attachment } from './contract.ts'
import styles from './file-field.module.css'

/** The file that goes with the post: a small picture of it, or what it is. */
export function KeptFile({ attachment: { kind, name, size, sources } }: { attachment: Attachment }) {
  const lang = useLang()
  return (
    <p className={styles.kept}>
      <span className={styles.mark}>
        {kind === 'image' && sources ? (
          <img src={sources[0]!.webp} alt="" width={72} height={72} />
        ) : (
          <Icon name={kind === 'video' ? 'video' : 'document'} size={28} />
        )}
      </span>
      <span className={styles.facts}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.about}>{formatFileSize(size, lang)}</span>
      </span>
    </p>
  )
}
