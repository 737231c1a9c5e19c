import type { ComponentProps } from 'react'
import { useAssetUrl } from '../asset-url.ts'

/**
 * A picture of the content. Width and height reserve its space.
 * @param priority for the first visible picture: loaded eagerly, with high priority
 */
export function Picture({
  src,
  alt,
  width,
  height,
  priority = false,
  className,
  sizes,
}: {
  src: string
  alt: string
  width: number
  height: number
  priority?: boolean
} & Pick<ComponentProps<'img'>, 'className' | 'sizes'>) {
  const assetUrl = useAssetUrl()
  return (
    <img
      src={assetUrl(src)}
      alt={alt}
      width={width}
      height={height}
      sizes={sizes}
      className={className}
      decoding="async"
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
    />
  )
}
