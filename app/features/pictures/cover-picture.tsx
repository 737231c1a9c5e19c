import { useAssetUrl } from '../../ui/asset-url.ts'
import { Picture } from '../../ui/content/picture.tsx'
import { sizesOf } from './picture-sizes.ts'

type Props = {
  src: string
  /** Empty where the cover is decorative. */
  alt?: string
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  priority?: boolean
  className?: string | undefined
}

/** A cover: a photograph in several sizes, a drawing as it is. */
export function CoverPicture({ src, alt = '', sizes, priority = false, className }: Props) {
  const assetUrl = useAssetUrl()
  const sized = sizesOf(src)
  if (!sized) return <Picture src={src} alt={alt} width={800} height={440} priority={priority} className={className} />
  const shown = sizesOf(assetUrl(src))!
  return (
    <picture>
      {shown.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <Picture
        src={src}
        alt={alt}
        width={sized.width}
        height={sized.height}
        priority={priority}
        className={className}
      />
    </picture>
  )
}
