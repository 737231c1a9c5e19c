import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MoveButtons } from './move-buttons.tsx'
import styles from './ordered-list.module.css'

/** Records in the order that staff give them, a row each: its link, its state, and the buttons that move it. */
export function OrderedList({ children }: { children: ReactNode }) {
  return <ol className={styles.list}>{children}</ol>
}

/**
 * @param to its page; without one it is only named
 * @param value its key in what `MoveButtons` send
 * @param index, count its place in the list
 * @param mayMove without it there are no buttons
 * @param before a picture
 * @param children its state
 */
export function OrderedRow({
  name,
  to,
  value,
  index,
  count,
  mayMove,
  before,
  children,
}: {
  name: string
  to?: string | undefined
  value: string | number
  index: number
  count: number
  mayMove: boolean
  before?: ReactNode
  children?: ReactNode
}) {
  return (
    <li data-row>
      {before}
      {to === undefined ? <span className={styles.name}>{name}</span> : <Link to={to}>{name}</Link>}
      {children}
      {mayMove ? (
        <MoveButtons intent="move" value={value} name={name} isFirst={index === 0} isLast={index === count - 1} />
      ) : null}
    </li>
  )
}
