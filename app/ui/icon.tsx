import styles from './icon.module.css'
import { MARKS, type MarkName, TURNING_MARKS } from './icon-paths.ts'

export type { MarkName }

/** A line icon in the colour of the text round it; without a label it says nothing to a screen reader. */
export function Icon({ name, size = 20, label }: { name: MarkName; size?: number; label?: string }) {
  return (
    <svg
      className={styles.icon}
      data-turning={TURNING_MARKS.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={MARKS[name]} />
    </svg>
  )
}

/** For names that come from content: a star stands for one that is unknown. */
export function markNamed(name: string | null | undefined): MarkName {
  return name && Object.hasOwn(MARKS, name) ? (name as MarkName) : 'star'
}
