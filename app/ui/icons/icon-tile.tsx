import { BRAND_COLOURS } from '../brand-colours.ts'
import { classNames } from '../class-names.ts'
import { iconAddress, iconNamed } from './icon.tsx'
import styles from './icon-tile.module.css'

type Props = { icon: string; colour: string; size: number; className?: string | undefined }

/** An icon on a coloured square. The colour is content, so it is an SVG attribute: the page allows no inline styles. */
export function IconTile({ icon, colour, size, className }: Props) {
  return (
    <svg
      className={classNames(styles.tile, className)}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <rect width="48" height="48" rx="12" fill={colour} />
      <use
        href={iconAddress(iconNamed(icon))}
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
