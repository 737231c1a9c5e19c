import { formatFileSize } from '../../locales/file-size.ts'
import { useLang } from '../../locales/texts.tsx'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './file-list.module.css'

/** Files to open or save. `size` in bytes. */
export function FileList({
  files,
  icon,
  addressOf,
}: {
  files: readonly { id: number; name: string; size: number }[]
  icon: IconName
  addressOf: (id: number) => string
}) {
  const lang = useLang()
  return (
    <ul className={styles.list}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <a href={addressOf(id)}>
            <Icon name={icon} size={18} />
            <bdi>{name}</bdi>
          </a>
          <span>{formatFileSize(size, lang)}</span>
        </li>
      ))}
    </ul>
  )
}
