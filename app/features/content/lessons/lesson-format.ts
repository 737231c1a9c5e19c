/** The lessons in the file of a recorded course. */
import { z } from 'zod'
import { Key, LessonFilePath, LessonVideoPath, Localized } from '../format-fields.ts'

const Captions = z
  .string()
  .refine((text) => /^WEBVTT(?:[ \t][^\n]*)?\r?\n/.test(text), 'WebVTT, which begins with WEBVTT')

/** A lesson of a recorded course. */
export const LessonFile = z.strictObject({
  key: Key,
  title: Localized,
  minutes: z.int().min(1).max(600),
  /** Anybody sees it on the page of the course. */
  free: z.literal(true).optional(),
  /** Markdown. */
  text: Localized.optional(),
  /** Its video. */
  recording: LessonVideoPath.optional(),
  captions: z.strictObject({ ar: Captions.optional(), en: Captions.optional() }).optional(),
  files: z.array(LessonFilePath).default([]),
  quiz: z
    .strictObject({
      passPercent: z.int().min(1).max(100),
      questions: z
        .array(
          z.strictObject({
            text: Localized,
            choices: z
              .array(z.strictObject({ text: Localized, right: z.literal(true).optional() }))
              .min(2)
              .max(8)
              .refine((choices) => choices.some(({ right }) => right), 'one choice must be right'),
          }),
        )
        .min(1)
        .max(30),
    })
    .optional(),
  /** The English texts whose Arabic has changed since they were written: `title`, `body`, `quiz`. */
  englishStale: z.array(z.string()).default([]),
})
export type LessonFile = z.infer<typeof LessonFile>
