import { Icon, markNamed } from '../../ui/icons/icon.tsx'
import styles from './item-mark.module.css'

/** The sign of an item of content, on its own ground; nothing when content names none. */
export function ItemMark({ icon }: { icon: string | null }) {
  if (icon === null) return null
  return (
    <span className={styles.mark}>
      <Icon name={markNamed(icon)} size={24} />
    </span>
  )
}
