import { useAssetUrl } from '../../ui/asset-url.ts'
import styles from './media-thumb.module.css'
import { sizesOf } from './picture-sizes.ts'

/** A picture of the library, small and whole. A film shows its first frame. */
export function MediaThumb({ address, kind, alt }: { address: string; kind: string; alt: string }) {
  const assetUrl = useAssetUrl()
  const src = assetUrl(address)
  if (kind === 'film')
    return <video src={src} aria-label={alt} className={styles.thumb} preload="metadata" muted playsInline />
  const small = sizesOf(src)?.sources.find(({ type }) => type === 'image/webp')
  return (
    <img
      src={src}
      srcSet={small?.srcset}
      sizes="14rem"
      alt={alt}
      className={styles.thumb}
      width={280}
      height={180}
      loading="lazy"
      decoding="async"
    />
  )
}
