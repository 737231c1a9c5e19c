import { useTexts } from '../../locales/texts.tsx'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Words } from '../../ui/content/words.tsx'
import type { CourseDetails } from './contract.ts'
import { CoursePart } from './course-part.tsx'
import styles from './course-trainers.module.css'

export function CourseTrainers({ trainers }: Pick<CourseDetails, 'trainers'>) {
  const t = useTexts('course')
  if (trainers.length === 0) return null
  return (
    <CoursePart id="trainers" title={t.trainers}>
      <ul className={styles.trainers}>
        {trainers.map((trainer) => (
          <li key={trainer.id}>
            <Avatar src={trainer.picture} size={72} />
            <div>
              <h3 className={styles.name}>
                <bdi>{trainer.name}</bdi>
              </h3>
              <p className={styles.role}>
                <Words>{trainer.title}</Words>
              </p>
              <p>
                <Words>{trainer.bio}</Words>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </CoursePart>
  )
}
