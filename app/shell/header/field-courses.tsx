import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { ShellData } from '../shell-data.ts'
import styles from './field-courses.module.css'
import { type HoverCourses, useHoverCourses } from './hover-courses.ts'
import { LoadFailure } from './load-failure.tsx'

type Field = ShellData['specializations'][number]

/** In the order of the specification. */
const GROUPS: { name: keyof HoverCourses; icon: IconName }[] = [
  { name: 'recordedCourses', icon: 'video' },
  { name: 'onlineCourses', icon: 'laptop' },
  { name: 'offlineCourses', icon: 'building' },
]
const AWAITED = [0, 1, 2]

/** The courses of one specialization by delivery method. @param wanted nothing is fetched before it is true */
export default function FieldCourses({ id, field, isRequested }: { id: string; field: Field; isRequested: boolean }) {
  const t = useTexts('header')
  const links = linksFor(useLang())
  const { courses, failed, retry } = useHoverCourses(isRequested ? field.id : null, 'by-type')
  const all = links.courses({ specialization: field.id })
  const isEmpty = courses && GROUPS.every(({ name }) => courses[name].length === 0)
  const state = courses ? 'here' : failed ? 'failed' : 'coming'

  return (
    <div id={id} className={styles.courses} data-state={state}>
      <p role="status" className="visually-hidden">
        {state === 'coming' && isRequested ? t.coming : null}
      </p>
      <p className={styles.head}>
        {field.name}
        {isEmpty ? null : (
          <Link to={all}>
            {t.allOfField}
            <Icon name="arrow-forward" size={18} />
          </Link>
        )}
      </p>
      {failed ? (
        <LoadFailure text={t.failed} retry={retry} />
      ) : isEmpty ? (
        <EmptyState
          title={t.emptyField}
          body={t.emptyFieldHint}
          action={
            <ButtonLink to={links.courses()} variant="quiet" size="small">
              {t.otherFields}
            </ButtonLink>
          }
        />
      ) : (
        <div className={styles.groups}>
          {GROUPS.map(({ name, icon }) => (
            <Group key={name} id={`${id}-${name}`} label={t.groups[name]} icon={icon} courses={courses?.[name]} />
          ))}
        </div>
      )}
    </div>
  )
}

function Group(group: {
  id: string
  label: string
  icon: IconName
  courses: HoverCourses[keyof HoverCourses] | undefined
}) {
  const t = useTexts('header')
  const links = linksFor(useLang())
  const { id, label, icon, courses } = group
  return (
    <div>
      <p className={styles.label} id={id}>
        <Icon name={icon} size={18} />
        {label}
      </p>
      {courses === undefined ? (
        <ul className={styles.coming} aria-hidden="true">
          {AWAITED.map((line) => (
            <li key={line} />
          ))}
        </ul>
      ) : courses.length === 0 ? (
        <p className={styles.none}>{t.emptyGroup}</p>
      ) : (
        <ul className={styles.list} aria-labelledby={id}>
          {courses.map((course) => (
            <li key={course.id}>
              <Link to={links.course(course.slug)}>{course.name}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
