/** A page as the values that staff edit, and back: every language of a text, and every list, is a value of its own. */
import type { Localized, PageItem, PageSection } from '../../../db/shapes.ts'
import { ICON_NAMES } from '../../ui/icons/icon-names.ts'
import { isAddedSection } from '../pages/added-section.ts'
import { flatTexts, textsIn } from '../revisions/flat-texts.ts'

/**
 * By their names: `title.ar`, `seoTitle.en`, `sections.story.body.ar`, `sections.story.image`, `sections.story.items`, and
 * `layout`, which has the keys of the sections in their order, each with whether visitors see it.
 */
export type PageValues = Record<string, unknown>
export type Layout = { key: string; hidden: boolean }[]

export type PageTexts = {
  title: Localized
  description: Localized
  image: string | null
  image_alt: Localized | null
  sections: PageSection[]
}
export type SeoTexts = { meta_title: Localized; meta_description: Localized; keywords: Localized }
/**
 * Of a page that has no texts, or of which search engines are told nothing of its own, that part is undefined.
 * @property hasPicture whether visitors see a picture of the page itself
 */
export type PageParts = { page?: PageTexts | undefined; seo?: SeoTexts | undefined; hasPicture?: boolean | undefined }

export const NOTHING_WRITTEN = { ar: '' }
const SECTION_TEXTS = ['title', 'body'] as const

export function valuesOf({ page, seo, hasPicture }: PageParts): PageValues {
  return {
    ...(page && {
      ...flatTexts({ title: page.title, description: page.description }),
      ...(hasPicture && { image: page.image, ...flatTexts({ imageAlt: page.image_alt }) }),
      layout: page.sections.map(({ key, hidden }) => ({ key, hidden: hidden === true })),
      ...Object.assign({}, ...page.sections.map(sectionValues)),
    }),
    ...(seo &&
      flatTexts({ seoTitle: seo.meta_title, seoDescription: seo.meta_description, seoKeywords: seo.keywords })),
  }
}

const sectionValues = ({ key, title, body, image, imageAlt, items }: PageSection): PageValues => ({
  ...flatTexts({ [`sections.${key}.title`]: title, [`sections.${key}.body`]: body }),
  [`sections.${key}.image`]: image ?? null,
  ...flatTexts({ [`sections.${key}.imageAlt`]: imageAlt }),
  [`sections.${key}.items`]: items,
})

/** @param before the parts that are written now: what is not edited of them stays */
export function partsOf(values: PageValues, before: PageParts): PageParts {
  const { text, unlessBlank } = textsIn<string>(values as Record<`${string}.${'ar' | 'en'}`, string | null>)
  /** Words without a picture are not stored. */
  const picture = (name: string) => {
    const image = (values[`${name}image`] as string | null | undefined) || null
    return { image, imageAlt: (image && unlessBlank(`${name}imageAlt`)) || null }
  }
  const section = ({ key, hidden }: Layout[number]): PageSection => {
    const { image, imageAlt } = picture(`sections.${key}.`)
    const texts = SECTION_TEXTS.flatMap((name) => {
      const found = unlessBlank(`sections.${key}.${name}`)
      return found ? [[name, found] as const] : []
    })
    const items = (values[`sections.${key}.items`] ?? []) as PageItem[]
    const pictured = { ...(image && { image }), ...(imageAlt && { imageAlt }) }
    return { key, ...Object.fromEntries(texts), ...pictured, ...(hidden && { hidden }), items }
  }
  const own = before.hasPicture ? picture('') : undefined
  return {
    hasPicture: before.hasPicture,
    page: before.page && {
      title: text('title'),
      description: text('description'),
      image: own ? own.image : before.page.image,
      image_alt: own ? own.imageAlt : before.page.image_alt,
      sections: ((values.layout ?? []) as Layout).map(section),
    },
    seo: before.seo && {
      meta_title: text('seoTitle'),
      meta_description: text('seoDescription'),
      keywords: text('seoKeywords'),
    },
  }
}

const REQUIRED = ['title.ar', 'description.ar', 'seoTitle.ar', 'seoDescription.ar', 'seoKeywords.ar']

/** The fields without which visitors do not see a page as it should be. */
export const missingIn = (values: PageValues): string[] => REQUIRED.filter((name) => name in values && !values[name])

/**
 * The fields that are wrong, each with the reason.
 * @param library the addresses among `newPictures` that the media library has
 */
export function invalidValuesIn(
  values: PageValues,
  before: PageValues,
  library: ReadonlySet<string>,
): [string, string][] {
  const [layout, old] = [values.layout ?? [], before.layout ?? []] as [Layout, Layout]
  const keys = layout.map(({ key }) => key)
  const wrong: [string, string][] = []
  if (new Set(keys).size < keys.length) wrong.push(['layout', 'invalid'])
  // What the product shows in its own way is hidden, not removed: nobody could add it again.
  if (old.some(({ key }) => !isAddedSection(key) && !keys.includes(key))) wrong.push(['layout', 'sectionStays'])
  if (keys.some((key) => !isAddedSection(key) && !old.some((one) => one.key === key))) wrong.push(['layout', 'invalid'])
  for (const name of Object.keys(values)) {
    const key = /^sections\.([\w-]+)\./.exec(name)?.[1]
    const isOfPage = key === undefined ? name in before : keys.includes(key) || name in before
    if (!isOfPage) wrong.push([name, 'invalid'])
    // An English text stands beside an Arabic one, never alone.
    if (name.endsWith('.en') && values[name] && !values[`${name.slice(0, -3)}.ar`])
      wrong.push([`${name.slice(0, -3)}.ar`, 'required'])
  }
  for (const name of missingIn(values)) if (!missingIn(before).includes(name)) wrong.push([name, 'required'])
  const known = picturesIn(before)
  for (const [name, addresses] of picturesOf(values))
    if (addresses.some((address) => !known.has(address) && !library.has(address))) wrong.push([name, 'notInLibrary'])
  for (const [name, items] of listsOf(values))
    if (items.some(({ icon }) => icon && !ICONS.includes(icon))) wrong.push([name, 'invalid'])
  return wrong
}

/** The addresses of pictures that the page did not show before: those of the media library may be chosen. */
export function newPictures(values: PageValues, before: PageValues): string[] {
  const known = picturesIn(before)
  return [...picturesIn(values)].filter((address) => !known.has(address))
}

const ICONS: readonly string[] = ICON_NAMES

const listsOf = (values: PageValues) =>
  Object.entries(values).filter((entry): entry is [string, PageItem[]] => /^sections\..*\.items$/.test(entry[0]))

/** Which fields name which pictures. */
const picturesOf = (values: PageValues): [string, string[]][] => [
  ...Object.entries(values).flatMap(([name, value]): [string, string[]][] =>
    /(?:^|\.)image$/.test(name) && value ? [[name, [String(value)]]] : [],
  ),
  ...listsOf(values).map(([name, items]): [string, string[]] => [name, items.flatMap(({ image }) => image ?? [])]),
]

const picturesIn = (values: PageValues) => new Set(picturesOf(values).flatMap(([, addresses]) => addresses))
