/** The names of the instalment companies. */
export const COMPANY_NAMES = {
  tabby: { ar: 'تابي', en: 'Tabby' },
  tamara: { ar: 'تمارا', en: 'Tamara' },
} as const

export const companyName = (company: unknown, lang: 'ar' | 'en'): string =>
  COMPANY_NAMES[company as keyof typeof COMPANY_NAMES]?.[lang] ?? String(company)
