import { useAssetUrl } from '../../../ui/asset-url.ts'
import { sizesOf } from '../../pictures/picture-sizes.ts'
import styles from './organisations.module.css'

/** A logo, small enough for a list unless it `isLarge`. Its name stands beside it. */
export function Logo({ address, isLarge = false }: { address: string | null; isLarge?: boolean }) {
  const assetUrl = useAssetUrl()
  const look = isLarge ? styles.logo : styles.thumb
  if (address === null) return <span className={look} />
  const src = assetUrl(address)
  const small = sizesOf(src)?.sources.find(({ type }) => type === 'image/webp')
  return <img src={src} srcSet={small?.srcset} sizes="15rem" alt="" className={look} width={240} height={120} />
}
