import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons/icon.tsx'
import { Link } from './navigation/link.tsx'

export type ButtonLook = {
  variant?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'normal' | 'large' | 'small'
  wide?: boolean
  icon?: IconName
}

function look({ variant = 'primary', size = 'normal', wide }: ButtonLook) {
  return { 'data-variant': variant, 'data-size': size, 'data-wide': wide || undefined }
}

export function Button({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonLook & ComponentProps<'button'>) {
  return (
    <button {...rest} type={type} className={classNames(styles.button, className)} {...look({ variant, size, wide })}>
      <ButtonBody icon={icon}>{children}</ButtonBody>
    </button>
  )
}

/** A link that looks like a button; `reloadDocument` for addresses outside this application. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames(styles.button, className)} {...look({ variant, size, wide })}>
      <ButtonBody icon={icon}>{children}</ButtonBody>
    </Link>
  )
}

/** Icons that point forward come after the text, all others before it. */
function ButtonBody({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  const behind = icon === 'arrow-forward' || icon === 'external' || icon === 'chevron-down'
  return (
    <>
      {icon && !behind ? <Icon name={icon} /> : null}
      {children}
      {icon && behind ? <Icon name={icon} size={18} /> : null}
    </>
  )
}
