import { CourseCard } from './course-card.tsx'
import type { CourseCard as CourseCardData } from './course-contract.ts'
import styles from './course-grid.module.css'

type Props = {
  courses: CourseCardData[]
  /** The level of the courses' names among the page's headings. */
  heading?: 'h2' | 'h3'
  /** For a few courses among other content: on a phone they form one row that scrolls. */
  row?: boolean
}

/** Course cards in a grid. */
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
