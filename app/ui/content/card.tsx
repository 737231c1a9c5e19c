import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

type Tag = 'div' | 'article' | 'section' | 'figure' | 'li' | 'aside' | 'form'

/**
 * A white block with a hairline.
 * @param flush without its own inner space, for a card that begins with a picture
 * @param linked takes the click of the one `CardLink` inside with its whole surface
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

/** The picture that a card begins with. @param className gives it its shape */
export function CardCover({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <div className={classNames(styles.cover, className)}>{children}</div>
}
