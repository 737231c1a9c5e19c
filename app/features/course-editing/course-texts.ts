/** The texts of which each language is a field of its own. */
export const TEXT_NAMES = [
  'name',
  'summary',
  'description',
  'certificate',
  'seoTitle',
  'seoDescription',
  'seoKeywords',
  'coverAlt',
] as const
export type TextName = (typeof TEXT_NAMES)[number]

/** The same value for each language of every text. */
export const forEachText = <T>(value: T) =>
  Object.fromEntries(
    TEXT_NAMES.flatMap((name) => [
      [`${name}.ar`, value],
      [`${name}.en`, value],
    ]),
  ) as Record<`${TextName}.${'ar' | 'en'}`, T>
