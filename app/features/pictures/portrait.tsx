import { useAssetUrl } from '../../ui/asset-url.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import { sizesOf } from './picture-sizes.ts'

type Props = {
  src: string | null
  /** Empty where the picture says no more than the name beside it. */
  alt?: string | undefined
  /** How wide it is shown, in pixels. */
  size: number
}

/** The picture of a person: a photograph in several sizes, a drawing as it is, or a placeholder. */
export function Portrait({ src, alt = '', size }: Props) {
  const assetUrl = useAssetUrl()
  const shown = src === null ? undefined : sizesOf(assetUrl(src))
  const picture = <Avatar src={src} name={alt} size={size} />
  if (!shown) return picture
  return (
    <picture>
      {shown.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={`${size}px`} />
      ))}
      {picture}
    </picture>
  )
}
