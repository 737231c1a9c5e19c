import { useTexts } from '../../../locales/texts.tsx'
import type { CourseDetails } from '../course-contract.ts'
import { RECORDED } from '../course-state.ts'
import styles from './course-jumps.module.css'

/** Links to the sections of a course page. */
export function CourseJumps({ course, hasFreeLesson }: { course: CourseDetails; hasFreeLesson: boolean }) {
  const t = useTexts('course')
  const parts: [id: string, label: string, isThere: boolean][] = [
    ['runs', t.runs, course.courseDeliveryMethod !== RECORDED],
    ['outcomes', t.outcomes, true],
    ['about', t.description, true],
    ['free-lesson', t.freeLesson, hasFreeLesson],
    ['outline', t.outline, true],
    ['trainers', t.trainers, course.trainers.length > 0],
    ['faq', t.faq, course.faq.length > 0],
    ['reviews', t.reviews, true],
  ]
  return (
    <nav aria-label={t.parts}>
      <ul className={styles.jumps}>
        {parts.map(
          ([id, label, isThere]) =>
            isThere && (
              <li key={id}>
                <a href={`#${id}`}>{label}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
