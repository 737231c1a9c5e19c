/** Fields that several files of `content/` share. */
import { z } from 'zod'

/** Latin, stable, never shown: other files and later imports refer to it. */
export const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lowercase Latin letters, digits and single hyphens')

/** A text in both languages; a missing English one falls back to Arabic. */
export const Localized = z.strictObject({ ar: z.string().trim().min(1), en: z.string().trim().min(1).optional() })
export type Localized = z.infer<typeof Localized>

/** A text of a record that may be unfinished, such as a draft; `checks/consistency.ts` says what visitors need. */
export const Unfinished = z.strictObject({ ar: z.string().trim(), en: z.string().trim().min(1).optional() })

export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')
/** An IBAN of a Saudi bank, with or without spaces. Source of the check: ISO 13616. */
export const Iban = z
  .string()
  .transform((iban) => iban.replace(/\s/g, '').toUpperCase())
  .refine((iban) => /^SA\d{22}$/.test(iban), 'SA and 22 digits')
  .refine((iban) => !/^SA\d{22}$/.test(iban) || hasRightCheck(iban), 'its check digits are wrong')
function hasRightCheck(iban: string): boolean {
  const [country, check, account] = ['2810', iban.slice(2, 4), iban.slice(4)]
  return BigInt(account + country + check) % 97n === 1n
}
export const Riyals = z.number().min(0).max(1_000_000).multipleOf(0.01)
/** A path below `content/`, e.g. `images/covers/leadership-1.svg`. */
export const ImagePath = z
  .string()
  .regex(/^images(\/[\w-][\w.-]*)+\.(svg|webp|avif|png|jpg)$/, 'a path such as images/covers/name.svg')
/** A raster picture, such as a photo or a screenshot. */
export const PhotoPath = z
  .string()
  .regex(/^images(\/[\w-][\w.-]*)+\.(webp|png|jpg)$/, 'a path such as images/posts/name.png')
/** A film below `content/`; `lessons/film.ts` lists its accompanying files. */
export const FilmPath = z.string().regex(/^videos(\/[\w-]+)+\.mp4$/, 'a path such as videos/name.mp4')
/** Letters of any script, digits and hyphens, as in an address. */
export const Slug = z
  .string()
  .regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u, 'letters, digits and single hyphens')
  .refine((slug) => slug === slug.normalize('NFC'), 'must be in Unicode normal form C')

export const Seo = z.strictObject({ title: Localized, description: Localized, keywords: Localized.optional() })
export const Question = z.strictObject({ question: Localized, answer: Localized })

/** Days before the day of loading; negative for days after it. */
export const DaysAgo = z.int()

/** A file of a lesson below `content/`: `lessons/<course>/<name>`. */
export const LessonFilePath = z
  .string()
  .regex(/^lessons\/[a-z0-9-]+\/[^/\\]+$/u, 'a path such as lessons/course/name.pdf')
  .refine((path) => !/\/\.{1,2}$/.test(path), 'a path such as lessons/course/name.pdf')
export const LessonVideoPath = z
  .string()
  .regex(/^lessons\/[a-z0-9-]+\/[a-z0-9-]+\.(mp4|webm)$/, 'a path such as lessons/course/lesson.mp4')

/** How VAT applies to what is sold. */
export const Vat = z.enum(['standard', 'zero', 'exempt'])
