/** Which parts of an article are texts in both languages: the same for the desk and for content files. */

type Columns = {
  title: unknown
  summary: unknown
  body: unknown
  cover_alt: unknown
  seo: { title?: unknown; description?: unknown; keywords?: unknown }
}

/** The texts by the names that the desk gives them: what can be missing or stale in English. */
export const textsOfArticle = ({ title, summary, body, seo, cover_alt }: Columns) => ({
  ...{ title, summary, body },
  ...{ seoTitle: seo.title, seoDescription: seo.description, seoKeywords: seo.keywords, coverAlt: cover_alt },
})
