/** Normalizes other spellings of a slug: capitals, diacritics, tatweel, invisible direction marks. */
export function foldSlug(slug: string): string {
  return slug
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s_]+/g, '-')
}
