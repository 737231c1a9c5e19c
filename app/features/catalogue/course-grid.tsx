import type { CourseCard as CourseCardData } from './contract.ts'
import { CourseCard } from './course-card.tsx'
import styles from './course-grid.module.css'

type Props = {
  courses: CourseCardData[]
  /** The level of the courses' names among the page's headings. */
  heading?: 'h2' | 'h3'
  /** A few courses among other things: on a phone they lie in one row. */
  row?: boolean
}

/** Courses side by side, as many as fit. */
export function CourseGrid({ courses, heading = 'h3', row = false }: Props) {
  return (
    <ul className={styles.grid} data-row={row || undefined}>
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} heading={heading} />
        </li>
      ))}
    </ul>
  )
}
