import { useLang } from '../../locales/texts.tsx'
import styles from './bar-chart.module.css'

const ROW_PX = 52
const BAR_PX = 14
const THIN_PX = 4
const MAX_NAME_LENGTH = 48
/** The rest of the width is for the amount after the longest bar, also on a phone. */
const MAX_BAR_PERCENT = 66
const GAP_PX = 8

export type Bar = {
  name: string
  /** Drawn in another colour when it is negative. */
  value: number
  before: number
  label: string
}

/**
 * Horizontal bars, drawn on the server: from the right in Arabic. The table beneath has the same figures, so the drawing
 * is one picture for screen readers.
 */
export function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const isFromRight = useLang() === 'ar'
  const most = Math.max(1, ...bars.flatMap(({ value, before }) => [Math.abs(value), Math.abs(before)]))
  const percent = (value: number) => (MAX_BAR_PERCENT * Math.abs(value)) / most
  const x = (value: number) => `${isFromRight ? 100 - percent(value) : 0}%`
  const start = isFromRight ? 100 : 0
  const endOf = (value: number) => `${isFromRight ? 100 - percent(value) : percent(value)}%`
  return (
    <svg className={styles.chart} role="img" aria-label={title} width="100%" height={bars.length * ROW_PX}>
      {bars.map(({ name, value, before, label }, index) => {
        const top = index * ROW_PX
        return (
          <g key={name}>
            <text x={`${start}%`} y={top + 16} className={styles.name}>
              {name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name}
            </text>
            <text x={endOf(value)} dx={isFromRight ? -GAP_PX : GAP_PX} y={top + 33} className={styles.value}>
              {label}
            </text>
            <rect
              x={x(value)}
              y={top + 22}
              width={`${percent(value)}%`}
              height={BAR_PX}
              rx={2}
              className={value < 0 ? styles.negative : styles.bar}
            />
            <rect
              x={x(before)}
              y={top + 24 + BAR_PX}
              width={`${percent(before)}%`}
              height={THIN_PX}
              rx={1}
              className={styles.before}
            />
          </g>
        )
      })}
    </svg>
  )
}
