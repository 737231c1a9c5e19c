import type { ReactNode } from 'react'
import { linksFor } from '../../../links.ts'
import { fallbackLang, useLang, useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Stars } from '../../../ui/content/stars.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { Breadcrumb } from '../../../ui/navigation/breadcrumb.tsx'
import type { CourseDetails } from '../course-contract.ts'
import { isAverageShown } from '../rating.ts'
import { StateBadge } from '../state-badge.tsx'
import styles from './course-hero.module.css'

const DELIVERY_ICONS = { 1: 'map-pin', 2: 'play', 3: 'video' } as const satisfies Record<number, IconName>

/** The head of a course page: name, summary and facts, and below them what can be done with it. */
export function CourseHero({ course, children }: { course: CourseDetails; children?: ReactNode }) {
  const lang = useLang()
  const links = linksFor(lang)
  const t = useTexts('course')
  const { delivery, levels, hours } = useTexts('catalogue')
  const listing = useTexts('listing')
  const { home } = useTexts('ui')
  const { specialization, rating } = course
  const facts: [IconName, string, string][] = [
    [DELIVERY_ICONS[course.courseDeliveryMethod], t.delivery, delivery[course.courseDeliveryMethod]],
    ['clock', t.hours, hours(course.hours)],
    ['bars', t.level, levels[course.level]],
  ]
  return (
    <header className={styles.hero}>
      <Container>
        <div className={styles.text}>
          <Breadcrumb
            steps={[
              { label: home, to: links.home },
              { label: listing.title, to: links.courses() },
              { label: specialization.name, to: links.courses({ specialization: specialization.id }) },
              { label: course.name },
            ]}
          />
          <p className={styles.badges}>
            <Badge tone="deep">{t.categories[course.courseCategory]}</Badge>
            <StateBadge offer={course} />
          </p>
          <h1>
            <ContentText>{course.name}</ContentText>
          </h1>
          <p className={styles.summary} {...fallbackLang(course.summary, lang)}>
            {course.summary}
          </p>
          <ul className={styles.facts}>
            {facts.map(([icon, label, value]) => (
              <li key={label}>
                <Icon name={icon} />
                <span className="visually-hidden">{label}: </span>
                {value}
              </li>
            ))}
            {rating && isAverageShown(rating.count) && (
              <li>
                <a href="#reviews" className={styles.rating}>
                  <Stars rate={rating.average} count={rating.count} size={18} />
                  <bdi aria-hidden>{rating.average.toFixed(1)}</bdi>
                </a>
              </li>
            )}
          </ul>
          {children ? <div className="no-print">{children}</div> : null}
        </div>
      </Container>
    </header>
  )
}
