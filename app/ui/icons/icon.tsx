import styles from './icon.module.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url'

export type { IconName }

/** Icons with a direction, which are mirrored in right-to-left text; the play triangle is not one of them. */
const TURNING: ReadonlySet<IconName> = new Set<IconName>([
  'chevron-forward',
  'arrow-forward',
  'arrow-back',
  'external',
  'sign-out',
])

/** A line icon in the current text colour; without a label it is hidden from screen readers. */
export function Icon({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) {
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
      <use href={iconAddress(name)} />
    </svg>
  )
}

/** The address of an icon for `<use>`: one file for all, loaded once and cached. */
export function iconAddress(name: IconName): string {
  return `${sprite}#${name}`
}

/** For icon names from content, which were checked when it was loaded; a star if there is none. */
export function iconNamed(name: string | null | undefined): IconName {
  return (name || 'star') as IconName
}
