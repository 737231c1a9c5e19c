import { Link, redirect } from 'react-router'
import { firstPolicyPath, isPolicyPath, linksFor, POLICIES, type PolicyPath } from '../../links.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PrintButton } from '../../ui/navigation/print-button.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { SectionPicture } from '../content-sections/section-picture.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { contentOf, seoIfAny } from '../page-texts/page-texts.ts'
import type { Route } from './+types/policy-page'
import type { PageContent } from './contract.ts'
import styles from './policy-page.module.css'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { policy } = params
  if (!isPolicyPath(policy)) throw redirect('/error')
  const pageRequest = pageRequestOf(context)
  const first = firstPolicyPath(policy)
  const version = new URL(request.url).searchParams.get('version')
  const [page, seo] = await Promise.all([
    version === null ? contentOf(pageRequest, POLICIES[policy]) : formerContent(pageRequest, POLICIES[policy], version),
    first === 'terms' ? seoIfAny(pageRequest, 'terms') : undefined,
  ])
  addPageData(pageRequest, page.title, (links) => links.policy(first))
  return { policy: first, page, seo, ...(version === null ? {} : { version: Number(version) }) }
}

/** What a policy said in one of its versions. */
async function formerContent({ api, describe }: PageRequest, code: string, version: string): Promise<PageContent> {
  try {
    return await api.pages.pageByCode({ code, version })
  } catch (error) {
    if (describe(error)) throw redirect('/error')
    throw error
  }
}

export function meta({ loaderData: { policy, page, seo, version }, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta({
    ...site,
    pathname: linksFor(site.lang).policy(policy),
    title: seo?.metaTitle ?? page.title,
    description: seo?.metaDescription ?? page.description,
    ...(seo ? { keywords: seo.keywords } : {}),
    ...(version === undefined ? {} : { noindex: true }),
  })
}

export default function PolicyPage({ loaderData: { policy, page, version } }: Route.ComponentProps) {
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
              {version === undefined ? null : <FormerVersion policy={policy} page={page} version={version} />}
              <p className={styles.updated}>
                <time dateTime={page.updatedAt}>{t.updated(formatDay(page.updatedAt, lang))}</time>
                <PrintButton />
              </p>
              {page.sections.map((section) => (
                <section key={section.key} id={section.key} className={styles.section}>
                  {section.title && (
                    <h2>
                      <ContentText>{section.title}</ContentText>
                    </h2>
                  )}
                  {section.body && <Prose html={section.body} />}
                  <SectionPicture picture={section} />
                </section>
              ))}
              {page.versions ? <Versions policy={policy} versions={page.versions} shown={version} /> : null}
              <Further policy={policy} />
            </article>
          </div>
        )}
      </Container>
    </main>
  )
}

/** Says of an earlier version when it was in force. */
function FormerVersion({ policy, page, version }: { policy: PolicyPath; page: PageContent; version: number }) {
  const lang = useLang()
  const t = useTexts('innerPages').policy
  const newer = page.versions?.find((one) => one.version === version + 1)
  if (!newer) return null
  return (
    <Alert kind="info">
      {t.former(formatDay(page.updatedAt, lang), formatDay(newer.validFrom, lang))}{' '}
      <Link to={linksFor(lang).policy(policy)}>{t.present}</Link>
    </Alert>
  )
}

/** When the policy was changed; each date leads to what it said from then on. */
function Versions({
  policy,
  versions,
  shown,
}: {
  policy: PolicyPath
  versions: NonNullable<PageContent['versions']>
  shown: number | undefined
}) {
  const lang = useLang()
  const t = useTexts('innerPages').policy
  const links = linksFor(lang)
  const current = shown ?? versions[0]!.version
  return (
    <details className={styles.versions}>
      <summary>
        {t.versions}
        <Icon name="chevron-down" />
      </summary>
      <ol>
        {versions.map(({ version, validFrom }, place) => (
          <li key={version}>
            <Link
              to={place === 0 ? links.policy(policy) : links.policyVersion(policy, version)}
              aria-current={version === current ? 'page' : undefined}
            >
              {t.validFrom(`${formatDay(validFrom, lang)} ${formatTime(validFrom, lang)}`)}
            </Link>
          </li>
        ))}
      </ol>
    </details>
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
