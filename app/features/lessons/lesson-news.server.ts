/** The job that tells of new lessons; what it does stands with the reminders, since orders know lessons. */
import type { Database } from '../../platform/database/database.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'

/** Since the last lesson: whoever writes several has added them, and what is in them, before the mail leads there. */
const PAUSE_MS = HOUR_MS

/** `db` is the transaction that adds the lesson. */
export const enqueueLessonMails = (db: Database, courseId: number) =>
  enqueue(db, 'tellOfLessons', { courseId }, { key: `lessons:${courseId}`, delayMs: PAUSE_MS })
