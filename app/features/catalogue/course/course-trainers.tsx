import { useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { NameText } from '../../../ui/content/name-text.tsx'
import { Portrait } from '../../pictures/portrait.tsx'
import type { CourseDetails } from '../course-contract.ts'
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
            <Portrait src={trainer.picture} alt={trainer.pictureAlt ?? undefined} size={72} />
            <div>
              <h3 className={styles.name}>
                <NameText>{trainer.name}</NameText>
              </h3>
              <p className={styles.role}>
                <ContentText>{trainer.title}</ContentText>
              </p>
              <p>
                <ContentText>{trainer.bio}</ContentText>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </CoursePart>
  )
}
