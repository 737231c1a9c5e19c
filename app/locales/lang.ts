/** The supported languages; the first is the default. */
export const LANGS = ['ar', 'en'] as const
export type Lang = (typeof LANGS)[number]

export function isLang(value: unknown): value is Lang {
  return value === 'ar' || value === 'en'
}

export function dirOf(lang: Lang): 'rtl' | 'ltr' {
  return lang === 'ar' ? 'rtl' : 'ltr'
}

/** Between the parts of an address, or items named one after another. */
export function separatorOf(lang: Lang): string {
  return lang === 'ar' ? '، ' : ', '
}

/** The first supported language in an Accept-Language header, by preference; undefined if there is none. */
export function preferredLang(header: string | null | undefined): Lang | undefined {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...words] = part.trim().split(';')
      const quality = words.map((word) => /^\s*q=([\d.]+)/.exec(word)?.[1]).find(Boolean)
      return { lang: tag.trim().slice(0, 2).toLowerCase(), quality: quality ? Number(quality) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ lang }) => lang)
    .find(isLang)
}
