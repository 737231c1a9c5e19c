/** The texts of which each language is a field of its own. */
export const TEXT_NAMES = ['title', 'summary', 'body', 'seoTitle', 'seoDescription', 'seoKeywords', 'coverAlt'] as const
export type TextName = (typeof TEXT_NAMES)[number]
