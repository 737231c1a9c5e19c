import { useEffect, useRef, useState } from 'react'
import { useAssetUrl } from '../asset-url.ts'
import styles from './avatar.module.css'

const NOBODY = '/brand/user.svg'

/** A person's picture; a drawn one where there is none or it doesn't load. The name stands beside it, so it says none. */
export function Avatar({
  src,
  name,
  size = 48,
  placeholder = NOBODY,
}: {
  src: string | null | undefined
  name?: string
  size?: number
  /** Another drawing for where there is no picture. */
  placeholder?: string
}) {
  const assetUrl = useAssetUrl()
  const picture = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()
  // What people send is kept in two sizes.
  const wanted = src ? assetUrl(size > 64 ? src : src.replace(/\/512\.webp$/, '/128.webp')) : placeholder

  // It may have failed before scripts ran.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(wanted)
  }, [wanted])

  return (
    <img
      ref={picture}
      className={styles.avatar}
      src={broken === wanted ? placeholder : wanted}
      alt={name ?? ''}
      width={size}
      height={size}
      decoding="async"
      loading="lazy"
      onError={() => setBroken(wanted)}
    />
  )
}
