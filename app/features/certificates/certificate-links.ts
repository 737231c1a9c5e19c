import type { Lang } from '../../locales/lang.ts'

/** Where anybody can check a certificate. */
export const certificateAddress = (lang: Lang, code: string): string => `/${lang}/certificates/${code}`

/** The PDF, for its learner and for staff. */
export const certificatePdfAddress = (lang: Lang, code: string): string => `/api/Certificates/${code}/pdf?lang=${lang}`
