import styles from './icon.module.css'
import type { MarkName } from './icon-names.ts'
import sprite from './icons.svg?url'

export type { MarkName }

/** Icons that mean a direction and are mirrored in right-to-left text; the play triangle is not one of them. */
const TURNING: ReadonlySet<MarkName> = new Set<MarkName>(['chevron-forward', 'arrow-forward', 'arrow-back', 'external'])

/** A line icon in the colour of the text round it; without a label it says nothing to a screen reader. */
export function Icon({ name, size = 20, label }: { name: MarkName; size?: number; label?: string }) {
  return (
    <svg
      className={styles.icon}
      data-turning={TURNING.has(name) || undefined}
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={markAddress(name)} />
    </svg>
  )
}

/** Where the drawing of an icon is, for `<use>`: one file for all, loaded once and kept. */
export function markAddress(name: MarkName): string {
  return `${sprite}#${name}`
}

/** For names that come from content, which takes known ones only; a star where it names none. */
export function markNamed(name: string | null | undefined): MarkName {
  return (name || 'star') as MarkName
}
