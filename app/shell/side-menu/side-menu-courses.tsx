import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { type HoverCourses, useHoverCourses } from '../header/hover-courses.ts'
import styles from './side-menu.module.css'
import type { Field } from './side-menu-fields.tsx'

/** The third level: the courses of one specialization by delivery method. */
export default function SideMenuCourses({ field }: { field: Field }) {
  const t = useTexts('sideMenu')
  const links = linksFor(useLang())
  const { courses, failed, retry } = useHoverCourses(field.id, 'at-once')
  return (
    <>
      <h2 tabIndex={-1}>{field.name}</h2>
      <div aria-busy={!courses && !failed}>
        {failed ? (
          <div className={styles.failed} role="alert">
            <p>{t.failed}</p>
            <Button variant="quiet" size="small" icon="refund" onClick={retry}>
              {t.tryAgain}
            </Button>
          </div>
        ) : (
          GROUPS.map((group) => (
            <section key={group} className={styles.group}>
              <h3>{t[group]}</h3>
              {courses ? <Courses courses={courses[group]} /> : <Skeleton />}
            </section>
          ))
        )}
        <p className="visually-hidden" role="status">
          {courses || failed ? null : t.loading}
        </p>
      </div>
      <Link to={links.courses({ specialization: field.id })} className={styles.all}>
        {t.allOfField}
        <Icon name="arrow-forward" size={18} />
      </Link>
    </>
  )
}

const GROUPS = ['recordedCourses', 'onlineCourses', 'offlineCourses'] as const

function Courses({ courses }: { courses: HoverCourses[(typeof GROUPS)[number]] }) {
  const t = useTexts('sideMenu')
  const links = linksFor(useLang())
  if (courses.length === 0) return <p className={styles.none}>{t.none}</p>
  return (
    <ul className={styles.courses}>
      {courses.map(({ id, name, slug }) => (
        <li key={id}>
          <Link to={links.course(slug)}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <span />
      <span />
    </div>
  )
}
