/** The lessons of a recorded course, as editors write them. */
import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import { FileField, Flag, Id, optional, Text, WholeNumber } from '../../api/fields.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { EnglishPaths, Version } from '../revisions/records-contract.ts'
import { MAX_ANY_UPLOAD_BYTES } from '../uploads/contract.ts'

const ById = z.object({ id: Id })
const CHANGE = { right: 'courses.change' } as const

export const LESSON_QUOTAS: readonly Quota[] = [
  { key: 'lesson-files', of: 'account', seconds: HOUR_SECONDS, max: 60, unit: 'files' },
  { key: 'lesson-kilobytes', of: 'account', seconds: DAY_SECONDS, max: 8 * 1024 * 1024, unit: 'kilobytes' },
]

const Minutes = WholeNumber.pipe(z.number().min(1, 'numberBetween:1,600').max(600, 'numberBetween:1,600'))
const Percent = WholeNumber.pipe(z.number().min(1, 'numberBetween:1,100').max(100, 'numberBetween:1,100'))
/** A text that may be empty. */
const Words = (max: number) => optional(Text(max)).transform((text) => text ?? '')

const Title = { 'title.ar': Text(200), 'title.en': optional(Text(200)) }

const DeskLessonEntry = z.object({
  id: z.int(),
  title: z.string(),
  minutes: z.int(),
  isFree: z.boolean(),
  hasVideo: z.boolean(),
  files: z.int(),
  hasQuiz: z.boolean(),
  /** How many learners have done it. */
  done: z.int(),
})
export type DeskLessonEntry = z.output<typeof DeskLessonEntry>

const Both = z.object({ ar: z.string(), en: z.string() })

const DeskLesson = z.object({
  id: z.int(),
  course: z.object({ id: z.int(), name: z.string() }),
  /** What an edit must have been made from. */
  version: z.string(),
  title: Both,
  minutes: z.int(),
  isFree: z.boolean(),
  body: Both,
  captions: Both,
  /** As staff write it, see `readQuiz`. */
  quiz: Both,
  passPercent: z.int(),
  /** Their addresses are for the caller's sessions alone, for ten minutes. */
  files: z.array(
    z.object({
      ...{ id: z.int(), kind: z.enum(['video', 'file']), name: z.string(), type: z.string(), size: z.int() },
      address: z.string(),
    }),
  ),
})
export type DeskLesson = z.output<typeof DeskLesson>

export const lessonDeskEndpoints = {
  lessonsOfCourse: endpoint({
    method: 'GET',
    path: 'admin/courses/{id}/lessons',
    summary: 'The lessons of a recorded course in order.',
    audience: CHANGE,
    input: ById,
    output: z.object({
      course: z.object({ id: z.int(), name: z.string(), isRecorded: z.boolean() }),
      lessons: z.array(DeskLessonEntry),
    }),
    problems: ['courseNotFound'],
  }),
  addLesson: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/lessons',
    summary: 'Adds a lesson at the end of a recorded course.',
    audience: CHANGE,
    input: ById.extend({ ...Title, minutes: Minutes }),
    output: z.object({ id: z.int() }),
    problems: ['courseNotFound', 'tooManyLessons'],
    status: 201,
  }),
  orderLessons: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/lessons/order',
    summary: 'Puts the lessons of a course into an order: all of their ids.',
    audience: CHANGE,
    input: ById.extend({ ids: z.array(Id).min(1, 'required').max(200, 'invalid') }),
    output: z.object({}),
    problems: ['courseNotFound', 'changedMeanwhile'],
  }),
  deskLesson: endpoint({
    method: 'GET',
    path: 'admin/lessons/{id}',
    summary: 'A lesson with everything that can be edited.',
    audience: CHANGE,
    input: ById,
    output: DeskLesson,
    problems: ['notFound'],
  }),
  changeLesson: endpoint({
    method: 'POST',
    path: 'admin/lessons/{id}',
    summary: 'Changes a lesson: its texts, captions (WebVTT) and quiz, and whether everybody sees it.',
    audience: CHANGE,
    input: ById.extend({
      version: Text(64),
      ...Title,
      minutes: Minutes,
      isFree: Flag,
      'body.ar': Words(50_000),
      'body.en': Words(50_000),
      'captions.ar': Words(100_000),
      'captions.en': Words(100_000),
      'quiz.ar': Words(20_000),
      'quiz.en': Words(20_000),
      passPercent: Percent,
    }),
    output: DeskLesson,
    problems: ['notFound', 'changedMeanwhile'],
    bodyLimit: 600_000,
  }),
  confirmLessonEnglish: endpoint({
    method: 'POST',
    path: 'admin/lessons/{id}/confirm-english',
    summary: 'Says that English texts of a lesson are right for the present Arabic.',
    audience: CHANGE,
    input: ById.extend({ version: Version, paths: EnglishPaths }),
    output: z.object({}),
    problems: ['notFound', 'changedMeanwhile'],
  }),
  removeLesson: endpoint({
    method: 'POST',
    path: 'admin/lessons/{id}/remove',
    summary: 'Deletes a lesson with its files, and what learners have done of it.',
    audience: CHANGE,
    input: ById,
    output: z.object({ courseId: z.int() }),
    problems: ['notFound'],
  }),
  addLessonFile: endpoint({
    method: 'POST',
    path: 'admin/lessons/{id}/files',
    summary:
      'The video of a lesson (MP4, WebM; 200 MB), which replaces the former one, or a file that belongs to it (20 MB).',
    audience: CHANGE,
    input: ById.extend({ kind: z.enum(['video', 'file'], 'invalid'), file: FileField }),
    output: DeskLesson,
    problems: [
      'notFound',
      'tooManyMaterials',
      'tooLarge',
      'unsupportedType',
      'tooManyRequests',
      'storageDown',
      'uploadTooSlow',
    ],
    files: { maxBytes: MAX_ANY_UPLOAD_BYTES, field: 'file' },
    quotas: LESSON_QUOTAS,
  }),
  removeLessonFile: endpoint({
    method: 'POST',
    path: 'admin/lesson-files/{id}/remove',
    summary: 'Deletes the video or a file of a lesson.',
    audience: CHANGE,
    input: ById,
    output: z.object({ lessonId: z.int() }),
    problems: ['notFound'],
  }),
}
