import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { searchTerm } from '../lists/list-query.ts'
import type { Route } from './+types/search-page'
import { NoResults, PopularFields } from './no-results.tsx'
import { SearchForm } from './search-form.tsx'
import styles from './search-page.module.css'
import { resultCount, SearchResults } from './search-results.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api } = pageRequestOf(context)
  const q = searchTerm(new URL(request.url).searchParams.get('q') ?? '')
  const [found, specializations] = await Promise.all([
    q === undefined ? null : api.search.results({ q }),
    api.catalogue.specializations({}),
  ])
  return { q, found, specializations }
}

export function meta({ loaderData: { q }, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const t = textsIn(site.lang).search
  return pageMeta({
    ...site,
    pathname: location.pathname,
    title: q ? t.title(q) : t.emptyTitle,
    description: t.description,
    noindex: true,
  })
}

/** Everything the site has about a term. */
export default function SearchPage({ loaderData: { q, found, specializations } }: Route.ComponentProps) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  const home = { label: useTexts('ui').home, to: links.home }
  const total = found ? resultCount(found) : undefined
  return (
    <main id="content">
      <PageHead
        title={q ? <bdi>{t.title(q)}</bdi> : t.emptyTitle}
        lead={q ? undefined : t.lead}
        breadcrumb={[home, { label: t.emptyTitle }]}
      >
        <div className={styles.search}>
          {/* After a navigation to another search the field shows the new term. */}
          <SearchForm key={q} defaultValue={q} isEntered={!q} />
        </div>
        {total ? (
          <p className={styles.total} role="status">
            {t.total(total.count, total.isCapped)}
          </p>
        ) : null}
      </PageHead>
      <Container className={styles.body}>
        {q && found?.mended ? (
          <Alert kind="info">
            <bdi>{t.mended(q, found.mended)}</bdi>
          </Alert>
        ) : null}
        {q && found && total && total.count > 0 ? <SearchResults term={q} found={found} /> : null}
        {q && total?.count === 0 ? <NoResults term={q} specializations={specializations} /> : null}
        {q ? null : <PopularFields specializations={specializations} />}
      </Container>
    </main>
  )
}
