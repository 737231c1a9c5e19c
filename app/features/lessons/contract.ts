/** The lessons of a recorded course, as its learners take them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, Id, optional, WholeNumber } from '../../api/fields.ts'
import { lessonDeskEndpoints } from './desk-contract.ts'

const ById = z.object({ id: Id })
const Instant = z.iso.datetime()
const MAX_SECONDS = 24 * 60 * 60

const LessonEntry = z.object({
  id: z.int(),
  title: z.string(),
  minutes: z.int(),
  hasVideo: z.boolean(),
  hasQuiz: z.boolean(),
  doneAt: Instant.nullable(),
})
export type LessonEntry = z.output<typeof LessonEntry>

const RecordedCourse = z.object({
  course: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
  lessons: z.array(LessonEntry),
  done: z.int(),
  /** Where to go on: the first lesson that is not done; null when all are, or there are none. */
  nextId: z.int().nullable(),
  certificate: z.object({ number: z.string(), code: z.string() }).nullable(),
})
export type RecordedCourse = z.output<typeof RecordedCourse>

export const LessonVideo = z.object({
  address: z.string(),
  type: z.string(),
  /** The paths of its captions. */
  captions: z.array(z.object({ lang: z.enum(['ar', 'en']), src: z.string() })),
})
export type LessonVideo = z.output<typeof LessonVideo>

const Progress = z.object({
  /** How far the video was watched, on any device. */
  seconds: z.int(),
  doneAt: Instant.nullable(),
  /** The best result of the quiz. */
  percent: z.int().nullable(),
})
/** After a step of the learner. */
const Step = Progress.extend({
  /** Whether all lessons of the course are done. */
  isComplete: z.boolean(),
})
export type Step = z.output<typeof Step>

const Lesson = LessonEntry.extend({
  courseId: z.int(),
  /** Sanitized HTML; empty without a text. */
  text: z.string(),
  /** Its address is for the learner's sessions alone, for two hours. */
  video: LessonVideo.nullable(),
  files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int() })),
  quiz: z
    .object({
      passPercent: z.int(),
      questions: z.array(z.object({ text: z.string(), choices: z.array(z.string()), isMany: z.boolean() })),
    })
    .nullable(),
  progress: Progress,
})
export type Lesson = z.output<typeof Lesson>

export const lessonsEndpoints = {
  recordedCourse: endpoint({
    method: 'GET',
    path: 'Learning/recorded/{id}',
    summary: 'The lessons of a recorded course in order, for a learner with a paid order of it.',
    audience: 'signedIn',
    input: ById,
    output: RecordedCourse,
    problems: ['courseNotFound', 'accessPaused'],
  }),
  lesson: endpoint({
    method: 'GET',
    path: 'Learning/lessons/{id}',
    summary: 'A lesson, for a learner with a paid order of its course.',
    audience: 'signedIn',
    input: ById,
    output: Lesson,
    problems: ['notFound'],
  }),
  watchLesson: endpoint({
    method: 'POST',
    path: 'Learning/lessons/{id}/progress',
    summary:
      'How far the video was watched: what another device has sent stays when it is more. A lesson without a quiz is done when nearly all of it was seen.',
    audience: 'signedIn',
    input: ById.extend({
      seconds: WholeNumber.pipe(z.number().min(0, 'number').max(MAX_SECONDS, 'number')),
      /** Of the whole video. */
      length: optional(WholeNumber.pipe(z.number().min(1, 'number').max(MAX_SECONDS, 'number'))),
    }),
    output: Step,
    problems: ['notFound'],
  }),
  completeLesson: endpoint({
    method: 'POST',
    path: 'Learning/lessons/{id}/done',
    summary: 'Marks a lesson as done; one with a quiz is done when it is passed. The last one earns the certificate.',
    audience: 'signedIn',
    input: ById,
    output: Step,
    problems: ['notFound', 'quizNotPassed'],
  }),
  answerQuiz: endpoint({
    method: 'POST',
    path: 'Learning/lessons/{id}/quiz',
    summary: 'Grades the answers to the questions of a lesson; the best result counts.',
    audience: 'signedIn',
    input: ById.extend({
      /** The places of the chosen choices, question by question. */
      chosen: z.array(z.array(z.int().min(0, 'invalid').max(20, 'invalid')).max(20, 'invalid')).max(50, 'invalid'),
    }),
    output: Step.extend({
      right: z.array(z.boolean()),
      /** Of this try. */
      result: z.int(),
      isPassed: z.boolean(),
    }),
    problems: ['notFound', 'tooManyRequests'],
  }),
  lessonCaptions: endpoint({
    method: 'GET',
    path: 'Learning/lessons/{id}/captions',
    summary: 'The captions of a lesson’s video: of a free one for everybody, of others for learners of its course.',
    audience: 'everyone',
    input: ById.extend({ lang: z.enum(['ar', 'en'], 'invalid') }),
    output: FileAnswer,
    file: 'text/vtt; charset=utf-8',
    problems: ['notFound'],
  }),
  lessonFile: endpoint({
    method: 'GET',
    path: 'Learning/lesson-files/{id}',
    summary: 'Where the learner opens a file of a lesson: an address for ten minutes, for their sessions alone.',
    audience: 'signedIn',
    input: ById,
    output: z.object({ name: z.string(), address: z.string() }),
    problems: ['notFound'],
  }),
  freeLesson: endpoint({
    method: 'GET',
    path: 'Learning/free-lesson',
    summary: 'The first free lesson of a published course; null when it has none.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['lessons', 'lesson_files', 'stored_files', 'courses'],
    input: z.object({ courseId: Id }),
    output: z.object({
      lesson: z
        .object({ title: z.string(), minutes: z.int(), text: z.string(), video: LessonVideo.nullable() })
        .nullable(),
    }),
  }),
  ...lessonDeskEndpoints,
}
