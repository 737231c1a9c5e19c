import { CheckField } from '../../ui/fields/check-field.tsx'
import { courseField } from '../course-boxes.ts'
import styles from './course-boxes.module.css'

type Props = { courses: readonly { id: number; name: string }[]; texts: Record<string, string> }

/** Chooses several courses; stands in a `FieldGroup`. */
export function CourseBoxes({ courses, texts }: Props) {
  return (
    <div className={styles.courses}>
      {courses.map(({ id, name }) => (
        <CheckField
          key={id}
          name={courseField(id)}
          label={name}
          defaultChecked={(texts[courseField(id)] ?? '') !== ''}
        />
      ))}
    </div>
  )
}
