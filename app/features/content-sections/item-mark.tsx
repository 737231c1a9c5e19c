import { Icon, iconNamed } from '../../ui/icons/icon.tsx'
import styles from './item-mark.module.css'

/** The icon of an item on its background; renders nothing without an icon. */
export function ItemMark({ icon }: { icon: string | null }) {
  if (icon === null) return null
  return (
    <span className={styles.mark}>
      <Icon name={iconNamed(icon)} size={24} />
    </span>
  )
}
