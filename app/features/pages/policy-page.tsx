import { Link, redirect } from 'react-router'
import { firstPolicyPath, isPolicyPath, linksFor, POLICIES, type PolicyPath } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PrintButton } from '../../ui/navigation/print-button.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { contentOf, seoIfAny } from '../page-texts/page-texts.ts'
import type { Route } from './+types/policy-page'
import type { PageContent } from './contract.ts'
import styles from './policy-page.module.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { policy } = params
  if (!isPolicyPath(policy)) throw redirect('/error')
  const pageRequest = pageRequestOf(context)
  const first = firstPolicyPath(policy)
  const [page, seo] = await Promise.all([
    contentOf(pageRequest, POLICIES[policy]),
    first === 'terms' ? seoIfAny(pageRequest, 'terms') : undefined,
  ])
  addPageData(pageRequest, page.title, (links) => links.policy(first))
  return { policy: first, page, seo }
}

export function meta({ loaderData: { policy, page, seo }, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta({
    ...site,
    pathname: linksFor(site.lang).policy(policy),
    title: seo?.metaTitle ?? page.title,
    description: seo?.metaDescription ?? page.description,
    ...(seo ? { keywords: seo.keywords } : {}),
  })
}

export default function PolicyPage({ loaderData: { policy, page } }: Route.ComponentProps) {
  const lang = useLang()
  const t = useTexts('innerPages').policy
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        {page.sections.length === 0 ? (
          <EmptyState title={t.emptyTitle} body={t.emptyBody} action={<AskUs />} />
        ) : (
          <div className={styles.columns}>
            <Contents sections={page.sections} />
            <article className={styles.policy}>
              <p className={styles.updated}>
                <time dateTime={page.updatedAt}>{t.updated(formatDay(page.updatedAt, lang))}</time>
                <PrintButton />
              </p>
              {page.sections.map(({ key, title, body }) => (
                <section key={key} id={key} className={styles.section}>
                  {title && (
                    <h2>
                      <ContentText>{title}</ContentText>
                    </h2>
                  )}
                  {body && <Prose html={body} />}
                </section>
              ))}
              <Further policy={policy} />
            </article>
          </div>
        )}
      </Container>
    </main>
  )
}

function AskUs() {
  const t = useTexts('innerPages').policy
  return <ButtonLink to={linksFor(useLang()).contact}>{t.ask}</ButtonLink>
}

/** The table of contents: beside the text on a wide screen, collapsed above it on a narrow one. */
function Contents({ sections }: { sections: PageContent['sections'] }) {
  const t = useTexts('innerPages').policy
  return (
    <nav className={styles.contents} aria-label={t.contents}>
      <p className={styles.contentsTitle} aria-hidden>
        {t.contents}
      </p>
      <ContentsList sections={sections} />
      <details className={styles.folded}>
        <summary>
          {t.contents}
          <Icon name="chevron-down" />
        </summary>
        <ContentsList sections={sections} />
      </details>
    </nav>
  )
}

function ContentsList({ sections }: { sections: PageContent['sections'] }) {
  return (
    <ol>
      {sections.map(
        ({ key, title }) =>
          title && (
            <li key={key}>
              <a href={`#${key}`}>
                <ContentText>{title}</ContentText>
              </a>
            </li>
          ),
      )}
    </ol>
  )
}

function Further({ policy }: { policy: PolicyPath }) {
  const links = linksFor(useLang())
  const t = useTexts('innerPages').policy
  const names = useTexts('footer').policies
  const others = (Object.keys(POLICIES) as PolicyPath[]).filter(
    (path) => path !== policy && firstPolicyPath(path) === path,
  )
  return (
    <aside className={styles.further} aria-labelledby="further">
      <h2 id="further">{t.others}</h2>
      <ul>
        {others.map((path) => (
          <li key={path}>
            <Link to={links.policy(path)}>{names[path]}</Link>
          </li>
        ))}
      </ul>
      <p>
        {t.questions} <Link to={links.contact}>{t.ask}</Link>
      </p>
    </aside>
  )
}
