/** Addresses of the learner's own courses. Not in `links.ts`, which is part of every page's script. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** The form in which a learner asks for another date of their order. */
export function moveRequestLink(lang: Lang, orderReference: string): string {
  return `${withQuery(linksFor(lang).contact, { subject: 1, move: orderReference })}#write`
}

/** Leads to a file of one's own run. */
export const materialAddress = (lang: Lang, id: number): string => `/${lang}/profile/materials/${id}`
