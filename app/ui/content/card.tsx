import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Link } from '../navigation/link.tsx'
import styles from './card.module.css'

type Tag = 'div' | 'article' | 'section' | 'figure' | 'li' | 'aside' | 'form'

/**
 * A white block with a thin border.
 * @param flush without padding, for a card that starts with a picture
 * @param linked its whole surface acts as the one `CardLink` inside
 */
export function Card({
  as: Element = 'div',
  flush = false,
  linked = false,
  className,
  children,
  ...rest
}: { as?: Tag; flush?: boolean; linked?: boolean; children?: ReactNode; 'data-lead'?: true | undefined } & Pick<
  ComponentProps<'div'>,
  'className' | 'id' | 'aria-label' | 'aria-labelledby'
>) {
  return (
    <Element
      {...rest}
      className={classNames(styles.card, className)}
      data-flush={flush || undefined}
      data-linked={linked || undefined}
    >
      {children}
    </Element>
  )
}

/** The one link of a linked card. Screen readers announce it by its text, the card's heading. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  )
}

/** The picture at the top of a card. @param className sets its aspect ratio */
export function CardCover({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <div className={classNames(styles.cover, className)}>{children}</div>
}
