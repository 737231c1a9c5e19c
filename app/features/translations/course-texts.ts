/** Which parts of a course are texts in both languages: the same for the desk and for content files. */

type Columns = Record<(typeof NAMES)[number], unknown> & {
  seo: { title?: unknown; description?: unknown; keywords?: unknown }
  cover_alt: unknown
}

const NAMES = [
  'name',
  'summary',
  'description',
  'certificate',
  'outcomes',
  'prerequisites',
  'audience',
  'outline',
  'faq',
] as const

/** The texts by the names that the desk gives them: what can be missing or stale in English. */
export function textsOfCourse(columns: Columns) {
  const { seo, cover_alt } = columns
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, columns[name]])),
    seoTitle: seo.title,
    seoDescription: seo.description,
    seoKeywords: seo.keywords,
    coverAlt: cover_alt,
  }
}
