/** The text of a share picture, and the version in its address. */
import { catalogue as ar } from '../../locales/ar/catalogue.ts'
import { shell as shellAr } from '../../locales/ar/shell.ts'
import { catalogue as en } from '../../locales/en/catalogue.ts'
import { shell as shellEn } from '../../locales/en/shell.ts'
import type { Lang } from '../../locales/lang.ts'

const TEXTS = { ar, en }
const SHELL = { ar: shellAr, en: shellEn }

/** Increase it when the drawing changes, so that cached pictures are replaced. */
const DRAWING = 1

export type ShareCard = {
  lang: Lang
  /** The small line above the title. */
  eyebrow: string
  title: string
  /** The small line below the title: a few short texts. */
  facts: string[]
  /** A picture of the content, `/media/…`; without it the institute's lattice is drawn. */
  cover: string | null
}

export type SharedCourse = {
  name: string
  specialization: { name: string }
  courseDeliveryMethod: 1 | 2 | 3
  hours: number
  image: string
}

export function courseShareCard(course: SharedCourse, lang: Lang): ShareCard {
  const { delivery, hours } = TEXTS[lang]
  return {
    lang,
    eyebrow: course.specialization.name,
    title: course.name,
    facts: [delivery[course.courseDeliveryMethod], hours(course.hours)],
    cover: course.image,
  }
}

export type SharedArticle = { title: string; category: { name: string }; image: string }

export function articleShareCard({ title, category, image }: SharedArticle, lang: Lang): ShareCard {
  return { lang, eyebrow: category.name, title, facts: [SHELL[lang].blog], cover: image }
}

/** Eight characters that differ between pictures. Source: FNV-1a, computed twice with different offsets. */
export function versionOf(card: ShareCard): string {
  const text = JSON.stringify([DRAWING, card])
  return fnv(text, 0x811c9dc5) + fnv(text, 0x9dc5811c)
}

function fnv(text: string, start: number): string {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-4)
}
