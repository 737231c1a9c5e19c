import { colourOf, initialsOf } from '../../locales/initials.ts'
import { classNames } from '../class-names.ts'
import { Avatar } from './avatar.tsx'
import styles from './face.module.css'
import colours from './face-colours.module.css'

export type FaceSize = 32 | 36 | 40 | 48 | 52 | 72

type Props = {
  src: string | null | undefined
  name: string | null
  size?: FaceSize
  /** Shown for a picture that fails, as `Avatar` does. */
  placeholder?: string
}

/** A person's picture, or where there is none the initials of their name in a colour of their own. The name stands beside it. */
export function Face({ src, name, size = 48, ...rest }: Props) {
  const initials = name === null ? '' : initialsOf(name)
  if (initials === '' || src) return <Avatar src={src} size={size} {...rest} />
  return (
    <span
      className={classNames(styles.face, colours.coloured)}
      data-colour={colourOf(name!)}
      data-size={size}
      aria-hidden="true"
    >
      {initials}
    </span>
  )
}
