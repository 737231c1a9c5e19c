/** Where a learner reviews a course. Not in `links.ts`, which the scripts of every page contain. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** The part of a course's page that holds its learner's review. */
export const OWN_REVIEW = 'own-review'

export const ownReviewLink = (lang: Lang, slug: string) => `${linksFor(lang).course(slug)}#${OWN_REVIEW}`
