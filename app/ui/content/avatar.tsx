import { useEffect, useRef, useState } from 'react'
import { useAssetUrl } from '../asset-url.ts'
import styles from './avatar.module.css'

const PLACEHOLDER = '/brand/user.svg'

/** A person's picture, or a drawing if there is none or it fails to load. It has no alt text: the name is beside it. */
export function Avatar({
  src,
  name,
  size = 48,
  placeholder = PLACEHOLDER,
}: {
  src: string | null | undefined
  name?: string
  size?: number
  /** Another drawing for a missing picture. */
  placeholder?: string
}) {
  const assetUrl = useAssetUrl()
  const picture = useRef<HTMLImageElement>(null)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  // Uploaded pictures are stored in two sizes.
  const url = src ? assetUrl(size > 64 ? src : src.replace(/\/512\.webp$/, '/128.webp')) : placeholder

  // It may have failed before the scripts ran.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBrokenUrl(url)
  }, [url])

  return (
    <img
      ref={picture}
      className={styles.avatar}
      src={brokenUrl === url ? placeholder : url}
      alt={name ?? ''}
      width={size}
      height={size}
      decoding="async"
      loading="lazy"
      onError={() => setBrokenUrl(url)}
    />
  )
}
