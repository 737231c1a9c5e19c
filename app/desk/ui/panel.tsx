import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './panel.module.css'

/**
 * A part of a page with its own heading.
 * @param isForScreen left out on paper: what can be done means nothing there
 */
export function Panel({
  id,
  title,
  actions,
  isForScreen,
  children,
}: {
  /** Where an address leads to it. */
  id?: string
  title: ReactNode
  actions?: ReactNode
  isForScreen?: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} className={styles.panel} aria-labelledby={heading} data-for-screen={isForScreen || undefined}>
      <header>
        <h2 id={heading}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** A part of a long page that folds, with or without scripts. */
export function FoldedPanel({ title, isOpen, children }: { title: ReactNode; isOpen: boolean; children: ReactNode }) {
  return (
    <details className={styles.panel} open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  )
}

/**
 * The two sides of a record: its facts, and beside them (below, on a phone) what happened and what can be done next.
 * @param next what the other side begins with: a link of the phone leads there
 */
export function RecordSides({ children, aside, next }: { children: ReactNode; aside: ReactNode; next?: string }) {
  const id = useId()
  return (
    <>
      {next ? (
        <p className={styles.toNext}>
          <a href={`#${id}`}>
            {next} <Icon name="chevron-down" size={16} />
          </a>
        </p>
      ) : null}
      <div className={styles.sides}>
        <div>{children}</div>
        <aside id={id} tabIndex={-1}>
          {aside}
        </aside>
      </div>
    </>
  )
}

/**
 * Names with their values. Facts without a value are left out.
 * @param hasLongNames names are sentences, as those of what will happen
 */
export function Facts({
  facts,
  hasLongNames = false,
}: {
  facts: readonly (readonly [name: ReactNode, value: ReactNode])[]
  hasLongNames?: boolean
}) {
  return (
    <dl className={styles.facts} data-long-names={hasLongNames || undefined}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a record have no other key and do not move
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** What happened, the newest first. */
export function Trail({
  events,
}: {
  events: readonly { key: string | number; title: ReactNode; when: ReactNode; who?: ReactNode; detail?: ReactNode }[]
}) {
  return (
    <ol className={styles.trail}>
      {events.map(({ key, title, when, who, detail }) => (
        <li key={key}>
          <p>{title}</p>
          {detail ? <div>{detail}</div> : null}
          <p className={styles.when}>
            {when}
            {who ? <> · {who}</> : null}
          </p>
        </li>
      ))}
    </ol>
  )
}
