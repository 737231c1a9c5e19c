import type { ReactNode } from 'react'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import type { ActiveFilter } from './active-filters.tsx'
import type { CourseFilters } from './course-filters.ts'
import styles from './no-courses.module.css'

type Props = {
  filters: CourseFilters
  inUse: ActiveFilter[]
  specializations: { id: number; name: string; coursesCount: number }[]
}

/** The empty list: filters to remove and popular specializations. */
export function NoCourses({ filters, inUse, specializations }: Props) {
  const t = useTexts('listing')
  const links = linksFor(useLang())
  const onlySearch = filters.search !== undefined && inUse.length === 1
  const popular = specializations.toSorted((a, b) => b.coursesCount - a.coursesCount).slice(0, 6)
  return (
    <EmptyState
      title={t.noneTitle}
      body={onlySearch ? t.noneSearch(filters.search!) : t.noneBody}
      action={
        <div className={styles.suggestions}>
          {!onlySearch && (
            <Suggestions title={t.loosen}>
              {inUse.map(({ name, label, rest }) => (
                <li key={name}>
                  <Link className={styles.chip} to={links.courses(rest)} aria-label={t.remove(label)}>
                    <bdi>{label}</bdi>
                    <Icon name="close" size={16} />
                  </Link>
                </li>
              ))}
            </Suggestions>
          )}
          <Suggestions title={t.popular}>
            {popular.map(({ id, name }) => (
              <li key={id}>
                <Link className={styles.chip} to={links.courses({ specialization: id })}>
                  {name}
                </Link>
              </li>
            ))}
          </Suggestions>
          <ButtonLink to={links.courses()} variant="quiet">
            {t.showAll}
          </ButtonLink>
        </div>
      }
    />
  )
}

function Suggestions({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </div>
  )
}
