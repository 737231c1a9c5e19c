import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

type Tag = 'div' | 'article' | 'section' | 'li' | 'aside' | 'form'

/**
 * A white block with a hairline.
 * @param flush without its own inner space, for a card that begins with a picture
 */
export function Card({
  as: Element = 'div',
  flush = false,
  className,
  children,
  ...rest
}: { as?: Tag; flush?: boolean; children?: ReactNode } & Pick<
  ComponentProps<'div'>,
  'className' | 'id' | 'aria-label' | 'aria-labelledby'
>) {
  return (
    <Element {...rest} className={classNames(styles.card, className)} data-flush={flush || undefined}>
      {children}
    </Element>
  )
}
