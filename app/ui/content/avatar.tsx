import { useEffect, useRef, useState } from 'react'
import { useAssetUrl } from '../asset-url.ts'
import styles from './avatar.module.css'

const NOBODY = '/brand/user.svg'

/** A person's picture, or a drawing if there is none or it fails to load. It has no alt text: the name is beside it. */
export function Avatar({
  src,
  name,
  size = 48,
  placeholder = NOBODY,
}: {
  src: string | null | undefined
  name?: string
  size?: number
  /** Another drawing for a missing picture. */
  placeholder?: string
}) {
  const assetUrl = useAssetUrl()
  const picture = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()
  // Uploaded pictures are stored in two sizes.
  const wanted = src ? assetUrl(size > 64 ? src : src.replace(/\/512\.webp$/, '/128.webp')) : placeholder

  // It may have failed before the scripts ran.
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
