/** Names of the sizes of a raster picture: the address alone tells its dimensions and its variants. */

/** In pixels: for phones, for tablets and high-density phones, and for high-density desktop screens. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const

export const isRaster = (path: string) => /\.(?:png|jpe?g|webp)$/.test(path)

/** The widths that are stored for a picture of this width; none is larger than the original. */
export function widthsFor(width: number): number[] {
  const most = Math.min(width, PICTURE_WIDTHS.at(-1)!)
  return [...PICTURE_WIDTHS.filter((wide) => wide < most), most]
}

/** `chart.png` of 1200 × 700 pixels is stored as `chart-1200x700.png`, its sizes beside it as `480.avif` and so on. */
export function nameWithSize(name: string, { width, height }: { width: number; height: number }): string {
  return name.replace(/\.(\w+)$/, `-${width}x${height}.$1`)
}

/** The original file name. */
export function nameWithoutSize(name: string): string {
  return name.replace(/-\d+x\d+(\.(?:png|jpe?g|webp))$/, '$1')
}

export type SizedPicture = { width: number; height: number; sources: { type: string; srcset: string }[] }

/** The `sources` for a browser; undefined for a vector drawing. */
export function sizesOf(address: string): SizedPicture | undefined {
  const [, folder, wide, high] = /^(.*\/)[^/]+-(\d+)x(\d+)\.(?:png|jpe?g|webp)$/.exec(address) ?? []
  if (folder === undefined) return undefined
  const [width, height] = [Number(wide), Number(high)]
  const srcset = (type: string) =>
    widthsFor(width)
      .map((size) => `${folder}${size}.${type} ${size}w`)
      .join(', ')
  return {
    width,
    height,
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/webp', srcset: srcset('webp') },
    ],
  }
}

/** A picture in a Markdown text: alt text and path. */
export type TextPicture = { alt: string; target: string }

const PICTURE = /!\[([^\]]*)\]\(\s*<?([^)\s>]+)>?[^)]*\)/g

export function picturesIn(markdown: string): TextPicture[] {
  return [...markdown.matchAll(PICTURE)].map(([, alt, target]) => ({ alt: alt!.trim(), target: target! }))
}

export function withPictures(markdown: string, place: (target: string) => string): string {
  return markdown.replace(PICTURE, (_, alt: string, target: string) => `![${alt}](${place(target)})`)
}

/** Values of a record with other addresses of pictures. @param addresses what stands in the place of each */
export function withAddresses<V extends object>(values: V, addresses: ReadonlyMap<string, string>): V {
  const replaced = [...addresses].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(values))
  return JSON.parse(replaced) as V
}
