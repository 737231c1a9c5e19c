import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { addPageData, faqPage } from '../discovery/structured-data.ts'
import { contentOf, seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/faq-page'
import styles from './faq-page.module.css'
import { FaqSearch } from './faq-search.tsx'
import { wordsOf } from './matches.ts'
import { QuestionGroup } from './question-group.tsx'

/** The maximum length that the API accepts. */
const MAX_TERM_LENGTH = 200

export async function loader({ context, request }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const term = termIn(request)
  const [page, seo, groups, found] = await Promise.all([
    contentOf(pageRequestOf(context), 'faqs'),
    seoOf(pageRequestOf(context), 'faq'),
    api.questions.faqs({}),
    term ? api.questions.faqSearch({ SearchTerm: term }) : undefined,
  ])
  addPageData(pageRequest, page.title, (links) => links.faq, faqPage(groups.flatMap(({ questions }) => questions)))
  return { page, seo, groups, search: found && { ...found, term } }
}

/** The query is user input: control characters and terms that are too long are ignored. */
function termIn(request: Request): string {
  const given = new URL(request.url).searchParams.get('q') ?? ''
  return given
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TERM_LENGTH)
    .toWellFormed()
}

export function meta({ loaderData: { seo, search }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  const { pathname } = location
  return pageMeta({ ...siteOf(matches), pathname, title, description, keywords, noindex: search !== undefined })
}

type Groups = Route.ComponentProps['loaderData']['groups']

export default function FaqPage({ loaderData: { page, groups, search } }: Route.ComponentProps) {
  useOpenedByAddress()
  const words = search ? wordsOf(search.mended ?? search.term) : []
  const found = search && new Set(search.questions.map(({ group, place }) => `${group}-${place}`))
  return (
    <main id="content">
      <ContentHead page={page}>{groups.length > 0 && <FaqSearch term={search?.term ?? ''} />}</ContentHead>
      <Container>
        {groups.length === 0 && <NoQuestions />}
        <div className={styles.columns}>
          <GroupList groups={groups} found={found} />
          <div className={styles.groups}>
            <div role="status" className={styles.status}>
              {search && found && <Outcome term={search.term} count={found.size} mended={search.mended} />}
            </div>
            {groups.map((group) => (
              <QuestionGroup key={group.key} group={group} found={found} words={words} />
            ))}
          </div>
        </div>
      </Container>
      <ContentSections sections={page.sections} first="sand" />
    </main>
  )
}

function NoQuestions() {
  const t = useTexts('innerPages').faq
  const { contact } = linksFor(useLang())
  return (
    <EmptyState title={t.emptyTitle} body={t.emptyBody} action={<ButtonLink to={contact}>{t.noneAction}</ButtonLink>} />
  )
}

function Outcome({ term, count, mended }: { term: string; count: number; mended: string | null }) {
  const t = useTexts('innerPages').faq
  const links = linksFor(useLang())
  if (count === 0)
    return (
      <EmptyState
        title={<bdi>{t.noneTitle(term)}</bdi>}
        body={t.noneBody}
        action={<ButtonLink to={links.contact}>{t.noneAction}</ButtonLink>}
      />
    )
  return (
    <>
      <p>{t.found(count)}</p>
      {mended && <p>{t.mended(mended)}</p>}
    </>
  )
}

function GroupList({ groups, found }: { groups: Groups; found: Set<string> | undefined }) {
  const t = useTexts('innerPages').faq
  return (
    <nav className={styles.list} aria-label={t.groups}>
      <ul>
        {groups.map(({ key, title, questions }) => {
          const count = questions.filter((_, index) => found?.has(`${key}-${index + 1}`) ?? true).length
          if (count === 0) return null
          return (
            <li key={key}>
              <a href={`#${key}`}>
                <ContentText>{title}</ContentText>
                <span>{t.questions(count)}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** For browsers that do not open `<details>` for a fragment themselves. */
function useOpenedByAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const details = document.getElementById(decodedHash(hash))?.closest('details')
    if (!details) return
    details.open = true
    details.scrollIntoView({ block: 'start' })
  }, [hash])
}

function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
