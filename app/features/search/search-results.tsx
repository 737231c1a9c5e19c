import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { MoreLink } from '../../ui/navigation/more-link.tsx'
import { CourseGrid } from '../catalogue/course-grid.tsx'
import type { Results } from './contract.ts'
import { FieldMark } from './field-mark.tsx'
import { Marked } from './marked.tsx'
import styles from './search-results.module.css'

const KINDS = ['courses', 'specializations', 'articles', 'questions'] as const
type Kind = (typeof KINDS)[number]

/** The number of results of all kinds. */
export function resultCount(found: Results): { count: number; isCapped: boolean } {
  return {
    count: KINDS.reduce((sum, kind) => sum + found[kind].totalCount, 0),
    isCapped: KINDS.some((kind) => found[kind].totalIsCapped),
  }
}

/** The best results of each kind, with links to all of them. */
export function SearchResults({ term, found }: { term: string; found: Results }) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  const marks = found.mended ?? term
  const kinds = KINDS.filter((kind) => found[kind].totalCount > 0)
  const { courses, specializations, articles, questions } = found
  return (
    <>
      {kinds.length > 1 && (
        <nav aria-label={t.jump} className={styles.jump}>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                <a href={`#${kind}`}>
                  {t.groups[kind]} <span>{countOf(found, kind, t)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Group kind="courses" found={found}>
        <CourseGrid courses={courses.items} />
        <MoreLink to={links.courses({ search: term })}>
          <bdi>{t.allCourses(marks)}</bdi>
        </MoreLink>
      </Group>
      <Group kind="specializations" found={found}>
        <ul className={styles.fields}>
          {specializations.items.map(({ id, name, mark, colour, coursesCount }) => (
            <li key={id} className={styles.field}>
              <FieldMark mark={mark} colour={colour} />
              <div>
                <Link to={links.courses({ specialization: id })} className={styles.cardLink}>
                  <Marked term={marks}>{name}</Marked>
                </Link>
                <p>{t.coursesCount(coursesCount)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Group>
      <Group kind="articles" found={found}>
        <ul className={styles.articles}>
          {articles.items.map(({ id, slug, title, summary, image }) => (
            <li key={id} className={styles.article}>
              <Picture src={image} alt="" width={160} height={100} className={styles.cover} />
              <div>
                <h3>
                  <Link to={links.article(slug)} className={styles.cardLink}>
                    <Marked term={marks}>{title}</Marked>
                  </Link>
                </h3>
                <p>
                  <Marked term={marks}>{summary}</Marked>
                </p>
              </div>
            </li>
          ))}
        </ul>
        {articles.totalCount > articles.items.length && (
          <MoreLink to={links.blog({ search: marks })}>
            <bdi>{t.allArticles(marks)}</bdi>
          </MoreLink>
        )}
      </Group>
      <Group kind="questions" found={found}>
        <ul className={styles.questions}>
          {questions.items.map(({ group, place, question }) => (
            <li key={`${group}-${place}`}>
              <Link to={links.question(group, place)}>
                <Icon name="chat" />
                <Marked term={marks}>{question}</Marked>
              </Link>
            </li>
          ))}
        </ul>
        <MoreLink to={links.faq}>{t.allQuestions}</MoreLink>
      </Group>
    </>
  )
}

function Group({ kind, found, children }: { kind: Kind; found: Results; children: ReactNode }) {
  const t = useTexts('search')
  if (found[kind].totalCount === 0) return null
  return (
    <section aria-labelledby={kind} className={styles.group}>
      <h2 id={kind} className={styles.title}>
        {t.groups[kind]} <span>{countOf(found, kind, t)}</span>
      </h2>
      {children}
    </section>
  )
}

function countOf(found: Results, kind: Kind, t: ReturnType<typeof useTexts<'search'>>): string {
  return t.count(found[kind].totalCount, found[kind].totalIsCapped ?? false)
}
