import { linksFor } from '../../links.ts'
import { formatDay, formatHijri, formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card, CardCover, CardLink } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Money } from '../../ui/content/money.tsx'
import { Stars } from '../../ui/content/stars.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { CoverPicture } from '../pictures/cover-picture.tsx'
import styles from './course-card.module.css'
import type { CourseCard as CourseCardData } from './course-contract.ts'
import { RECORDED } from './course-state.ts'
import { isAverageShown } from './rating.ts'
import { StateBadge, useNextStep } from './state-badge.tsx'

type Props = {
  course: CourseCardData
  /** The level of the course's name among the page's headings. */
  heading?: 'h2' | 'h3'
  /** For the first visible cards: their covers are loaded eagerly. */
  priority?: boolean
  /** Among many: on a phone the cover stands beside the facts. */
  compact?: boolean
}

/** A course in a list: name, delivery method, hours, next start, price and state. */
export function CourseCard({ course, heading: Heading = 'h3', priority = false, compact = false }: Props) {
  const lang = useLang()
  const t = useTexts('catalogue')
  const nextStep = useNextStep(course)
  return (
    <Card as="article" flush linked className={styles.card} data-compact={compact || undefined}>
      <CardCover className={styles.cover}>
        <CoverPicture
          src={course.image}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw"
          priority={priority}
        />
      </CardCover>
      <div className={styles.body}>
        <p className={styles.field}>
          <ContentText>{course.specialization.name}</ContentText>
          {`\u00a0· ${t.delivery[course.courseDeliveryMethod]}`}
          {course.city ? `\u00a0· ${course.city}` : null}
        </p>
        <Heading className={styles.name}>
          <CardLink to={linksFor(lang).course(course.slug)}>
            <ContentText>{course.name}</ContentText>
          </CardLink>
        </Heading>
        {course.rating && isAverageShown(course.rating.count) && <Rating {...course.rating} />}
        <ul className={styles.facts}>
          <li>
            <Icon name="clock" size={18} />
            {t.hours(course.hours)}
          </li>
          <li>
            <Icon name="calendar" size={18} />
            <Start course={course} />
          </li>
        </ul>
        <div className={styles.offer}>
          <p className={styles.price}>
            <Money halalas={course.priceHalalas} />
            {course.oldPriceHalalas !== undefined && (
              <>
                <span className="visually-hidden">{t.card.oldPrice}</span>
                <Money halalas={course.oldPriceHalalas} former />
              </>
            )}
            {course.inParts && (
              <span className={styles.parts}>
                {t.card.inParts(course.inParts.parts, formatMoney(course.inParts.firstHalalas, lang))}
              </span>
            )}
          </p>
          <StateBadge offer={course} />
        </div>
        <p className={styles.next}>
          {nextStep}
          <Icon name="arrow-forward" size={18} />
        </p>
      </div>
    </Card>
  )
}

function Rating({ average, count }: { average: number; count: number }) {
  return (
    <p className={styles.rating}>
      <Stars rate={average} count={count} size={16} />
      <span aria-hidden="true">
        {average.toFixed(1)} <bdi>({count})</bdi>
      </span>
    </p>
  )
}

function Start({ course }: { course: CourseCardData }) {
  const lang = useLang()
  const { card } = useTexts('catalogue')
  if (course.courseDeliveryMethod === RECORDED) return course.hasLessons ? card.startsAnytime : card.lessonsSoon
  if (!course.nextStart) return card.datesSoon
  return (
    <span>
      <time dateTime={course.nextStart}>{card.startsOn(formatDay(course.nextStart, lang))}</time>
      <span className={styles.hijri}>{formatHijri(course.nextStart, lang)}</span>
    </span>
  )
}
