import { type ReactNode, useId } from 'react'
import { Container } from './container.tsx'
import styles from './section.module.css'

/** A full-width section of the page, labelled by its title. */
export function Section({
  tone = 'paper',
  title,
  lead,
  action,
  id,
  width,
  children,
}: {
  tone?: 'paper' | 'sand' | 'deep'
  title?: ReactNode
  lead?: ReactNode
  /** At the end of the title's line, usually a link to the complete list. */
  action?: ReactNode
  id?: string
  width?: 'normal' | 'narrow'
  children?: ReactNode
}) {
  const heading = useId()
  return (
    <section className={styles.section} data-tone={tone} id={id} aria-labelledby={title ? heading : undefined}>
      <Container {...(width ? { width } : {})}>
        {title || action ? (
          <header className={styles.head}>
            <div>
              {title ? <h2 id={heading}>{title}</h2> : null}
              {lead ? <p className={styles.lead}>{lead}</p> : null}
            </div>
            {action ? <div className={styles.action}>{action}</div> : null}
          </header>
        ) : null}
        {children}
      </Container>
    </section>
  )
}
