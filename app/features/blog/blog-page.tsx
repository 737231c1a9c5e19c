import { data, redirect } from 'react-router'
import { type BlogFilters, linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { listMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { ChoiceLinks } from '../../ui/navigation/choice-links.tsx'
import { FilterChips } from '../../ui/navigation/filter-chips.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { breadcrumbs, itemList } from '../discovery/structured-data.ts'
import { ListHead } from '../lists/list-head.tsx'
import { firstPlace, pageAddresses, pageCountOf, redirectFormFields, redirectUnknown } from '../lists/list-page.ts'
import { withoutFilters } from '../lists/list-query.ts'
import { seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/blog-page'
import { ArticleCard } from './article-card.tsx'
import { BlogAside } from './blog-aside.tsx'
import { articleQuery, readFilters } from './blog-filters.ts'
import styles from './blog-page.module.css'

const TRENDING = 4
const TAGS = 14

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { api, shared, lang } = page
  const links = linksFor(lang)
  const query = new URL(request.url).searchParams
  const filters = readFilters(query)
  redirectFormFields(query, links.blog(filters))

  const [found, unpublished, categories, trending, tags, seo] = await Promise.all([
    (filters.drafts ? api : shared).blog.articles(articleQuery(filters)).catch((error) => {
      if (isForStaff(error)) throw redirect(links.blog(withoutFilters(filters, 'drafts')))
      throw error
    }),
    api.blog.unpublished({}),
    api.blog.categories({}),
    api.blog.trendingArticles({ count: TRENDING }),
    api.blog.trendingTags({ count: TAGS }),
    seoOf(pageRequestOf(context), 'blogs'),
  ])
  redirectUnknown(filters.category, categories, links.blog(withoutFilters(filters, 'category')))
  const pageCount = pageCountOf(found, pageAddresses(links.blog, filters))
  const paths = found.items.map(({ slug }) => links.article(slug))
  page.structuredData.push(breadcrumbs(page, { name: textsIn(lang).blog.title, path: links.blog() }))
  if (paths.length > 0) page.structuredData.push(itemList(page, paths, firstPlace(found)))
  // A tag or an author without articles.
  const isUnknown = found.totalCount === 0 && (filters.tag !== undefined || filters.author !== undefined)
  return data(
    { filters, found, unpublished, categories, trending, tags, seo, pageCount },
    { status: isUnknown ? 404 : 200 },
  )
}

const isForStaff = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'forbidden'

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const site = siteOf(matches)
  const { filters, seo } = loaderData
  const { category, tag, page } = filters
  const t = textsIn(site.lang)
  const links = linksFor(site.lang)
  return listMeta(
    { ...site, pathname: location.pathname },
    {
      name: t.blog.title,
      title: titleOf(loaderData, t.blog),
      seo,
      page,
      address: links.blog({ category, tag, page }),
      noindex: filters.search !== undefined || filters.author !== undefined || filters.drafts !== undefined,
      feed: links.blogFeed,
    },
  )
}

type BlogData = Route.ComponentProps['loaderData']
type BlogTexts = ReturnType<typeof useTexts<'blog'>>

/** The title: of a single filter in use, or of the whole list. */
function titleOf({ filters, found, categories }: BlogData, t: BlogTexts): string {
  if (filters.drafts) return t.unpublishedTitle
  if (filters.search) return t.searchTitle(filters.search)
  if (found.author?.name) return t.authorTitle(found.author.name)
  if (found.tag) return t.tagTitle(found.tag.name)
  return categories.find(({ id }) => id === filters.category)?.name ?? t.title
}

/** Labels of the filters in use, without the category, which its own links show. */
function chipsOf({ filters, found }: BlogData, t: BlogTexts) {
  const { search, tag, author } = filters
  const chips: [keyof BlogFilters, string | undefined][] = [
    ['search', search && t.words(search)],
    ['tag', tag && t.tag(found.tag?.name ?? tag)],
    ['author', author === undefined ? undefined : t.author(found.author?.name ?? `#${author}`)],
  ]
  return chips.flatMap(([name, text]) => (text ? [{ name, text }] : []))
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { filters, found, unpublished, categories, trending, tags, pageCount } = loaderData
  const t = useTexts('blog')
  const writing = useTexts('writing')
  const links = linksFor(useLang())
  const title = titleOf(loaderData, t)
  const isUnfiltered = Object.keys(filters).length === 0
  const lead = categories.find(({ id }) => id === filters.category)?.summary
  return (
    <main id="content">
      <ListHead
        list={t.title}
        path={links.blog()}
        title={title}
        lead={lead ?? t.lead}
        searchLabel={t.searchLabel}
        searchPlaceholder={t.searchPlaceholder}
        search={filters.search}
        filters={{ category: filters.category }}
      />
      <Container>
        <div className={styles.categories}>
          <ChoiceLinks
            label={t.categories}
            choices={[
              {
                to: links.blog(withoutFilters(filters, 'category', 'drafts')),
                label: t.all,
                isCurrent: filters.category === undefined && !filters.drafts,
              },
              ...categories.map(({ id, name }) => ({
                to: links.blog({ ...withoutFilters(filters), category: id }),
                label: name,
                isCurrent: filters.category === id,
              })),
              ...(unpublished.count === null
                ? []
                : [
                    {
                      to: links.blog({ drafts: 1 }),
                      label: t.unpublished(unpublished.count),
                      isCurrent: filters.drafts !== undefined,
                    },
                  ]),
            ]}
          />
        </div>
        <div className={styles.columns}>
          <section aria-labelledby="found" className={styles.results}>
            <h2 id="found" className={styles.count}>
              {t.found(found.totalCount, found.totalIsCapped ?? false)}
            </h2>
            <FilterChips
              label={t.active}
              items={chipsOf(loaderData, t).map(({ name, text }) => ({
                text,
                remove: writing.removeFilter(text),
                to: links.blog(withoutFilters(filters, name)),
              }))}
            />
            {found.items.length === 0 ? (
              <NoArticles search={filters.search} isUnfiltered={isUnfiltered} isDrafts={filters.drafts !== undefined} />
            ) : (
              <ul className={styles.grid}>
                {found.items.map((article, place, { length }) => {
                  // With one wide card above, an even number would leave the last card alone in its row.
                  const lead = isUnfiltered && (place === 0 || (place === length - 1 && length % 2 === 0))
                  return (
                    <li key={article.id} data-lead={lead || undefined}>
                      <ArticleCard article={article} lead={lead} priority={place < 2} />
                    </li>
                  )
                })}
              </ul>
            )}
            <Pagination page={found.pageIndex} pageCount={pageCount} hrefOf={pageAddresses(links.blog, filters)} />
          </section>
          <BlogAside trending={trending} tags={tags} tag={found.tag?.key} />
        </div>
      </Container>
    </main>
  )
}

type NoArticlesProps = { search: string | undefined; isUnfiltered: boolean; isDrafts: boolean }

function NoArticles({ search, isUnfiltered, isDrafts }: NoArticlesProps) {
  const t = useTexts('blog')
  const links = linksFor(useLang())
  if (isUnfiltered)
    return (
      <EmptyState
        title={t.noneYet}
        body={t.noneYetBody}
        action={<ButtonLink to={links.courses()}>{t.courses}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title={isDrafts ? t.noUnpublished : t.noneTitle}
      body={isDrafts ? t.noUnpublishedBody : search ? t.noneSearch(search) : t.noneBody}
      action={<ButtonLink to={links.blog()}>{t.showAll}</ButtonLink>}
    />
  )
}
