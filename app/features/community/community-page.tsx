import { data, Form, redirect } from 'react-router'
import { type CommunityFilters, linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { listMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { ChoiceLinks } from '../../ui/navigation/choice-links.tsx'
import { FilterChips } from '../../ui/navigation/filter-chips.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { breadcrumbs, itemList } from '../discovery/structured-data.ts'
import { ListHead } from '../lists/list-head.tsx'
import { firstPlace, pageAddresses, pageCountOf, redirectFormFields, redirectUnknown } from '../lists/list-page.ts'
import { withoutFilters } from '../lists/list-query.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/community-page'
import { postQuery, readFilters } from './community-filters.ts'
import styles from './community-page.module.css'
import { GuestPrompt } from './guest-prompt.tsx'
import { PostRow } from './post-row.tsx'
import { TrendingPosts } from './trending-posts.tsx'
import { writingLinksFor } from './writing-links.ts'

const TRENDING = 3

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { api, shared, lang, visitor, now } = page
  const links = linksFor(lang)
  const query = new URL(request.url).searchParams
  const filters = readFilters(query)
  redirectFormFields(query, links.community(filters))

  const [found, categories, trending, seo] = await Promise.all([
    shared.community.posts(postQuery(filters)),
    api.community.categories({}),
    shared.community.trendingPosts({ count: TRENDING }),
    seoOf(pageRequestOf(context), 'posts'),
  ])
  redirectUnknown(filters.category, categories, links.community(withoutFilters(filters, 'category')))
  const pageCount = pageCountOf(found, pageAddresses(links.community, filters))
  const paths = found.items.map(({ id }) => links.post(id))
  page.structuredData.push(breadcrumbs(page, { name: textsIn(lang).community.title, path: links.community() }))
  if (paths.length > 0) page.structuredData.push(itemList(page, paths, firstPlace(found)))
  const removed = visitor ? Number(/^\d{1,9}$/.exec(query.get('removed') ?? '')?.[0]) || undefined : undefined
  const listing = {
    filters,
    found,
    categories,
    trending,
    seo,
    pageCount,
    removed,
    isGuest: visitor === null,
    now: now.toISOString(),
  }
  // An author without posts.
  return data(listing, { status: found.totalCount === 0 && filters.author !== undefined ? 404 : 200 })
}

/** Restores a post that was just deleted. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const id = String((await request.formData()).get('id') ?? '')
  try {
    await page.api.community.restorePost({ id })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure }, { status: failure.status })
  }
  return redirect(linksFor(page.lang).post(Number(id)), 303)
}

export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const site = siteOf(matches)
  const { filters, seo } = loaderData
  const { category, page } = filters
  const t = textsIn(site.lang)
  const links = linksFor(site.lang)
  return listMeta(
    { ...site, pathname: location.pathname },
    {
      name: t.community.title,
      title: titleOf(loaderData, t.community),
      seo,
      page,
      address: links.community({ category, page }),
      noindex: filters.search !== undefined || filters.author !== undefined || filters.sort !== undefined,
      feed: links.communityFeed,
    },
  )
}

type CommunityData = Route.ComponentProps['loaderData']
type CommunityTexts = ReturnType<typeof useTexts<'community'>>

/** The title: of a single filter in use, or of the whole list. */
function titleOf({ filters, found, categories }: CommunityData, t: CommunityTexts): string {
  if (filters.search) return t.searchTitle(filters.search)
  if (found.author?.name) return t.authorTitle(found.author.name)
  return categories.find(({ id }) => id === filters.category)?.name ?? t.title
}

/** Labels of the filters in use, without the category, which its own links show. */
function chipsOf({ filters, found }: CommunityData, t: CommunityTexts) {
  const { search, author } = filters
  const chips: [keyof CommunityFilters, string | undefined][] = [
    ['search', search && t.words(search)],
    ['author', author === undefined ? undefined : t.author(found.author?.name ?? `#${author}`)],
  ]
  return chips.flatMap(([name, text]) => (text ? [{ name, text }] : []))
}

export default function CommunityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, found, categories, trending, pageCount, removed, isGuest, now } = loaderData
  const t = useTexts('community')
  const writing = useTexts('writing')
  const lang = useLang()
  const links = linksFor(lang)
  const title = titleOf(loaderData, t)
  const summary = categories.find(({ id }) => id === filters.category)?.summary
  const isUnfiltered = Object.keys(withoutFilters(filters, 'sort')).length === 0
  return (
    <main id="content">
      <ListHead
        list={t.title}
        path={links.community()}
        title={title}
        lead={summary ?? t.lead}
        searchLabel={t.searchLabel}
        searchPlaceholder={t.searchPlaceholder}
        search={filters.search}
        filters={{ category: filters.category, sort: filters.sort }}
      />
      <Container>
        <div className={styles.categories}>
          <ChoiceLinks
            label={t.categories}
            choices={[
              {
                to: links.community(withoutFilters(filters, 'category')),
                label: t.all,
                isCurrent: filters.category === undefined,
              },
              ...categories.map(({ id, name }) => ({
                to: links.community({ ...withoutFilters(filters), category: id }),
                label: name,
                isCurrent: filters.category === id,
              })),
            ]}
          />
        </div>
        <div className={styles.columns}>
          <section aria-labelledby="found" className={styles.results}>
            {!isGuest && (
              <p className={styles.write}>
                <ButtonLink to={writingLinksFor(lang).newPost(filters.category)} icon="pen">
                  {t.write}
                </ButtonLink>
              </p>
            )}
            {removed && <Removed id={removed} failure={actionData?.failure.message} />}
            <div className={styles.bar}>
              <h2 id="found" className={styles.count}>
                {t.found(found.totalCount, found.totalIsCapped ?? false)}
              </h2>
              <ChoiceLinks
                quiet
                label={t.sort}
                choices={([1, 2, 3] as const).map((sort) => ({
                  to: links.community({ ...withoutFilters(filters), sort: sort === 1 ? undefined : sort }),
                  label: t.sorts[sort],
                  isCurrent: (filters.sort ?? 1) === sort,
                }))}
              />
            </div>
            <FilterChips
              label={t.active}
              items={chipsOf(loaderData, t).map(({ name, text }) => ({
                text,
                remove: writing.removeFilter(text),
                to: links.community(withoutFilters(filters, name)),
              }))}
            />
            {found.items.length === 0 ? (
              <NoPosts search={filters.search} isUnfiltered={isUnfiltered} />
            ) : (
              <ul className={styles.list}>
                {found.items.map((post) => (
                  <li key={post.id}>
                    <PostRow post={post} now={now} />
                  </li>
                ))}
              </ul>
            )}
            <Pagination page={found.pageIndex} pageCount={pageCount} hrefOf={pageAddresses(links.community, filters)} />
          </section>
          <aside className={styles.aside}>
            {isGuest && <GuestPrompt returnTo={links.community(filters)} />}
            <TrendingPosts posts={trending} />
          </aside>
        </div>
      </Container>
    </main>
  )
}

/** Shown after a deletion, which can be undone for a while. */
function Removed({ id, failure }: { id: number; failure: string | undefined }) {
  const t = useTexts('community')
  if (failure)
    return (
      <div className={styles.notice}>
        <Alert kind="error">{t.notRestored}</Alert>
      </div>
    )
  return (
    <div className={styles.notice}>
      <Alert kind="success" title={t.removed}>
        <Form method="post" className={styles.removed}>
          <input type="hidden" name="id" value={id} />
          <p>{t.removedBody}</p>
          <SubmitButton size="small" variant="quiet">
            {t.restore}
          </SubmitButton>
        </Form>
      </Alert>
    </div>
  )
}

function NoPosts({ search, isUnfiltered }: { search: string | undefined; isUnfiltered: boolean }) {
  const t = useTexts('community')
  const links = linksFor(useLang())
  if (isUnfiltered) return <EmptyState title={t.noneYet} body={t.noneYetBody} />
  return (
    <EmptyState
      title={t.noneTitle}
      body={search ? t.noneSearch(search) : t.noneBody}
      action={<ButtonLink to={links.community()}>{t.showAll}</ButtonLink>}
    />
  )
}
