import { Link } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { LessonEntry } from './contract.ts'
import { learnAddress } from './lesson-links.ts'
import styles from './lesson-list.module.css'

type Props = { courseId: number; lessons: LessonEntry[]; currentId: number | undefined }

/** All lessons in order: which are done, and where one is. */
export function LessonList({ courseId, lessons, currentId }: Props) {
  const t = useTexts('lessons')
  const lang = useLang()
  return (
    <nav aria-labelledby="lessons" className={styles.list}>
      <h2 id="lessons">{t.list}</h2>
      <ol>
        {lessons.map(({ id, title, minutes, doneAt, hasVideo, hasQuiz }, place) => (
          <li key={id}>
            <Link to={learnAddress(lang, courseId, id)} aria-current={id === currentId ? 'step' : undefined}>
              <span className={styles.mark} data-done={doneAt ? true : undefined}>
                {doneAt ? <Icon name="check" size={16} /> : place + 1}
              </span>
              <span>
                <ContentText>{title}</ContentText>
                <span className={styles.about}>
                  <Icon name={hasVideo ? 'play' : hasQuiz ? 'pen' : 'document'} size={14} />
                  {t.minutes(minutes)}
                  {doneAt ? <span className="visually-hidden"> · {t.done}</span> : null}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
