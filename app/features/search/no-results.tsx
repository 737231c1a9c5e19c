import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FieldMark } from './field-mark.tsx'
import styles from './search-results.module.css'

type Fields = { id: number; name: string; mark: string; colour: string; coursesCount: number }[]

const POPULAR = 6

/** The empty result: what to try instead. */
export function NoResults({ term, specializations }: { term: string; specializations: Fields }) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  return (
    <>
      <EmptyState
        title={<bdi>{t.noneTitle(term)}</bdi>}
        body={t.noneBody}
        action={
          <div className={styles.actions}>
            <ButtonLink to={links.courses()}>{t.browse}</ButtonLink>
            <ButtonLink to={links.contact} variant="quiet">
              {t.ask}
            </ButtonLink>
          </div>
        }
      />
      <PopularFields specializations={specializations} />
    </>
  )
}

/** The specializations with the most courses, for visitors who do not know the right term. */
export function PopularFields({ specializations }: { specializations: Fields }) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  const popular = specializations.toSorted((a, b) => b.coursesCount - a.coursesCount).slice(0, POPULAR)
  if (popular.length === 0) return null
  return (
    <section aria-labelledby="popular-fields" className={styles.group}>
      <h2 id="popular-fields" className={styles.title}>
        {t.popular}
      </h2>
      <ul className={styles.fields}>
        {popular.map(({ id, name, mark, colour, coursesCount }) => (
          <li key={id} className={styles.field}>
            <FieldMark mark={mark} colour={colour} />
            <div>
              <Link to={links.courses({ specialization: id })} className={styles.cardLink}>
                <ContentText>{name}</ContentText>
              </Link>
              <p>{t.coursesCount(coursesCount)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
