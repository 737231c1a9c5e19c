import type { ReactNode } from 'react'
import type { Links } from '../../links.ts'
import type { useTexts } from '../../locales/texts.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { stateText } from '../catalogue/state-badge.tsx'
import type { Suggestions } from './contract.ts'
import { FieldMark } from './field-mark.tsx'
import styles from './suggestions.module.css'

export type Option = { to: string; name: string; detail?: string; picture: ReactNode }
type Texts = ReturnType<typeof useTexts<'search'>>
type Catalogue = ReturnType<typeof useTexts<'catalogue'>>

/** The suggestions by kind, in the order of the list; empty kinds are left out. */
export function optionGroups(found: Suggestions, links: Links, t: Texts, catalogue: Catalogue) {
  const courses = found.courses.map((course) => ({
    to: links.course(course.slug),
    name: course.name,
    detail: [
      course.specialization.name,
      catalogue.delivery[course.courseDeliveryMethod],
      stateText(course, catalogue),
    ].join(' · '),
    picture: <Picture src={course.image} alt="" width={64} height={35} className={styles.picture} />,
  }))
  const specializations = found.specializations.map(({ id, name, mark, colour, coursesCount }) => ({
    to: links.courses({ specialization: id }),
    name,
    detail: t.coursesCount(coursesCount),
    picture: <FieldMark mark={mark} colour={colour} />,
  }))
  const articles = found.articles.map(({ slug, title }) => ({
    to: links.article(slug),
    name: title,
    picture: (
      <span className={styles.sign}>
        <Icon name="document" />
      </span>
    ),
  }))
  const groups: { name: string; options: Option[] }[] = [
    { name: t.groups.courses, options: courses },
    { name: t.groups.specializations, options: specializations },
    { name: t.groups.articles, options: articles },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
