import { formatDay, formatTime } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'

/** A day with its time. */
export const momentText = (at: string, lang: Lang) => `${formatDay(at, lang)} ${formatTime(at, lang)}`
