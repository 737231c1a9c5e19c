import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { Container } from '../layout/container.tsx'
import styles from './outcome-head.module.css'

type Props = {
  /** Success, pending, or failure. */
  kind: 'done' | 'waiting' | 'broken'
  icon: ComponentProps<typeof Icon>['name']
  title: string
  lead: ReactNode
  /** The label of the number, and the number. */
  reference: [label: string, value: string]
  /** The steps of the order. */
  steps?: ReactNode
  /** The possible actions. */
  children?: ReactNode
}

/** The head of a result page, such as that of a paid order: result, number and next actions. */
export function OutcomeHead({ kind, icon, title, lead, reference: [label, value], steps, children }: Props) {
  return (
    <header className={styles.head} data-kind={kind}>
      <Container width="narrow" className={styles.intro}>
        {steps}
        <span className={styles.mark}>
          <Icon name={icon} size={36} />
        </span>
        <div role="status">
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <p className={styles.reference}>
          {label}: <bdi dir="ltr">{value}</bdi>
        </p>
        {children && <div className={styles.actions}>{children}</div>}
      </Container>
    </header>
  )
}
