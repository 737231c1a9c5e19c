/** Which parts of a page are texts in both languages: the same for the desk and for content files. */

type Section = {
  key: string
  title?: unknown
  body?: unknown
  imageAlt?: unknown
  items?: readonly object[] | undefined
}
type Columns = { title: unknown; description: unknown; image_alt?: unknown; sections: readonly Section[] }
type SeoColumns = { meta_title: unknown; meta_description: unknown; keywords: unknown }

/** The texts by the names that the desk gives them: `sections.story.items.0.title`. */
export const textsOfPage = ({ title, description, image_alt: imageAlt, sections }: Columns) => ({
  ...{ title, description, imageAlt },
  sections: Object.fromEntries(
    sections.map(({ key, title, body, imageAlt, items }) => [key, { title, body, imageAlt, items }]),
  ),
})

/** What search engines are told of a page. */
export const textsOfSeo = ({ meta_title, meta_description, keywords }: SeoColumns) => ({
  ...{ seoTitle: meta_title, seoDescription: meta_description, seoKeywords: keywords },
})
