import type { Lang } from '../../locales/lang.ts'

/** Where anybody can check a certificate. */
export const certificateAddress = (lang: Lang, code: string): string => `/${lang}/certificates/${code}`
