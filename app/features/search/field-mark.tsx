import { IconTile } from '../../ui/icons/icon-tile.tsx'
import styles from './suggestions.module.css'

/** A specialization's mark beside its name. */
export function FieldMark({ mark, colour }: { mark: string; colour: string }) {
  return <IconTile icon={mark} colour={colour} size={40} className={styles.mark} />
}
