/** Addresses of recorded courses. Not in `links.ts`, which is part of every page's script. */
import type { Lang } from '../../locales/lang.ts'

/** Where a learner takes a recorded course: at a lesson, or where they left off. */
export const learnAddress = (lang: Lang, courseId: number, lessonId?: number): string =>
  `/${lang}/learn/${courseId}${lessonId === undefined ? '' : `/${lessonId}`}`

/** Leads to a file of a lesson. */
export const lessonFileAddress = (lang: Lang, id: number): string => `/${lang}/learn/files/${id}`

export const captionsAddress = (lessonId: number, lang: Lang): string =>
  `/api/Learning/lessons/${lessonId}/captions?lang=${lang}`
