import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import { iconAddress, iconNamed } from '../../ui/icons/icon.tsx'
import styles from './suggestions.module.css'

/** A specialization's mark. Its colour is content, so it is an SVG attribute (the page allows no inline styles). */
export function FieldMark({ mark, colour }: { mark: string; colour: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
      <rect width="48" height="48" rx="12" fill={colour} />
      <use
        href={iconAddress(iconNamed(mark))}
        x="12"
        y="12"
        width="24"
        height="24"
        fill="none"
        stroke={BRAND_COLOURS.paper}
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
