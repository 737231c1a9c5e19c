import { useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import type { CourseDetails } from '../course-contract.ts'
import styles from './course-outline.module.css'
import { CoursePart } from './course-part.tsx'
import { lengthText, totalMinutes } from './lengths.ts'

/** The units as disclosures, with their lessons and durations. */
export function CourseOutline({ outline }: Pick<CourseDetails, 'outline'>) {
  const t = useTexts('course')
  const lessons = outline.flatMap((unit) => unit.lessons)
  return (
    <CoursePart id="outline" title={t.outline} note={t.outlineTotal(outline.length, lessons.length)}>
      <div className={styles.units}>
        {outline.map((unit, index) => (
          <Disclosure
            key={unit.title}
            open={index === 0}
            summary={
              <span className={styles.unit}>
                <span>
                  <ContentText>{unit.title}</ContentText>
                </span>
                <span className={styles.length}>
                  {t.lessons(unit.lessons.length)} · {lengthText(totalMinutes(unit.lessons), t)}
                </span>
              </span>
            }
          >
            <ol className={styles.lessons}>
              {unit.lessons.map((lesson) => (
                <li key={lesson.title}>
                  <span>
                    <ContentText>{lesson.title}</ContentText>
                  </span>
                  <span className={styles.length}>{lengthText(lesson.minutes, t)}</span>
                </li>
              ))}
            </ol>
          </Disclosure>
        ))}
      </div>
    </CoursePart>
  )
}
