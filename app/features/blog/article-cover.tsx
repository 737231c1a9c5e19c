import { useAssetUrl } from '../../ui/asset-url.ts'
import { Picture } from '../../ui/content/picture.tsx'
import { sizesOf } from '../content/picture-sizes.ts'

type Props = {
  src: string
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  priority?: boolean
}

/** An article's cover: a photograph in several sizes, a drawing as it is. Decorative, so its alt text is empty. */
export function ArticleCover({ src, sizes, priority = false }: Props) {
  const assetUrl = useAssetUrl()
  const sized = sizesOf(src)
  if (!sized) return <Picture src={src} alt="" width={800} height={440} priority={priority} />
  const shown = sizesOf(assetUrl(src))!
  return (
    <picture>
      {shown.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <Picture src={src} alt="" width={sized.width} height={sized.height} priority={priority} />
    </picture>
  )
}
