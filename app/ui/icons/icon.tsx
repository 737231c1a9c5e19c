import styles from './icon.module.css'
import type { MarkName } from './icon-names.ts'
import sprite from './icons.svg?url'

export type { MarkName }

/** Icons with a direction, which are mirrored in right-to-left text; the play triangle is not one of them. */
const TURNING: ReadonlySet<MarkName> = new Set<MarkName>(['chevron-forward', 'arrow-forward', 'arrow-back', 'external'])

/** A line icon in the current text colour; without a label it is hidden from screen readers. */
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

/** The address of an icon for `<use>`: one file for all, loaded once and cached. */
export function markAddress(name: MarkName): string {
  return `${sprite}#${name}`
}

/** For icon names from content, which were checked when it was loaded; a star if there is none. */
export function markNamed(name: string | null | undefined): MarkName {
  return (name || 'star') as MarkName
}
