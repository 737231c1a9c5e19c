import { redirect, useNavigation } from 'react-router'
import { linksFor } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { pageRequestOf } from '../../../request-context.ts'
import { pageMeta } from '../../../shell/meta.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { SearchInput } from '../../../ui/navigation/list-search.tsx'
import { Pagination } from '../../../ui/navigation/pagination.tsx'
import { breadcrumbs, itemList } from '../../discovery/structured-data.ts'
import { firstPlace, pageAddresses, pageCountOf, redirectFormFields } from '../../lists/list-page.ts'
import { seoOf } from '../../page-texts/page-texts.ts'
import { CourseCard } from '../course-card.tsx'
import type { Route } from './+types/courses-page'
import { ActiveFilters, activeFilters, RESULTS_COUNT } from './active-filters.tsx'
import { courseQuery, onlyOne, readFilters, without, withoutValue } from './course-filters.ts'
import styles from './courses-page.module.css'
import { FiltersPanel } from './filters-panel.tsx'
import { NoCourses } from './no-courses.tsx'
import { useInstantFilters } from './use-instant-filters.tsx'

const FORM = 'course-filters'
const PANEL = 'filters-panel'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, lang, siteName, publicUrl, structuredData } = pageRequestOf(context)
  const links = linksFor(lang)
  const query = new URL(request.url).searchParams
  const filters = await withMatchingSubSpecialization(readFilters(query), api)
  redirectFormFields(query, links.courses(filters))

  const [found, specializations, seo] = await Promise.all([
    api.catalogue.courses(courseQuery(filters)),
    api.catalogue.specializations({}),
    seoOf(pageRequestOf(context), 'all-courses'),
  ])
  const unknown = filters.specialization?.find((id) => !specializations.some((one) => one.id === id))
  if (unknown !== undefined) throw redirect(links.courses(withoutValue(filters, 'specialization', unknown)))
  const pageCount = pageCountOf(found, pageAddresses(links.courses, filters))
  const listing = { lang, siteName, publicUrl, filters, found, specializations, seo, pageCount }
  structuredData.push(...structuredDataOf(listing))
  return listing
}

/** Structured data of the list: its breadcrumbs and the courses on this page. */
function structuredDataOf(listing: Omit<ListingData, 'seo' | 'pageCount'>): object[] {
  const { lang, siteName, publicUrl, filters, found } = listing
  const links = linksFor(lang)
  const site = { lang, siteName, publicUrl }
  const all = textsIn(lang).listing.title
  const title = titleOf(listing)
  const steps = [{ name: all, path: links.courses() }]
  if (title !== all) steps.push({ name: title, path: links.courses(canonicalFilters(filters)) })
  const paths = found.items.map(({ slug }) => links.course(slug))
  return [breadcrumbs(site, ...steps), ...(paths.length > 0 ? [itemList(site, paths, firstPlace(found))] : [])]
}

/** Without scripts the form may still send sub-specializations of a specialization that is not chosen any more. */
async function withMatchingSubSpecialization(
  filters: ReturnType<typeof readFilters>,
  api: ReturnType<typeof pageRequestOf>['api'],
) {
  const { sub, specialization } = filters
  if (sub === undefined || specialization === undefined) return filters
  const parts = await Promise.all(specialization.map((Id) => api.catalogue.subSpecializations({ Id })))
  const matching = sub.filter((id) => parts.flat().some((part) => part.id === id))
  return { ...filters, sub: matching.length > 0 ? matching : undefined }
}

export function meta({ loaderData, location }: Route.MetaArgs) {
  const { lang, siteName, publicUrl, filters, seo } = loaderData
  const t = textsIn(lang).listing
  const page = filters.page ? ` · ${t.page(filters.page)}` : ''
  const { search } = filters
  const canonical = canonicalFilters(filters)
  const hasMoreFilters = Object.keys(without(filters, 'page', 'sort')).length > Object.keys(canonical).length
  const specialization = loaderData.specializations.find(({ id }) => id === onlyOne(canonical.specialization))
  return pageMeta({
    lang,
    siteName,
    publicUrl,
    pathname: location.pathname,
    search: linksFor(lang)
      .courses({ ...canonical, page: filters.page })
      .replace(/^[^?]*/, ''),
    title:
      (search ? t.searchTitle(search) : titleOf(loaderData) === t.title ? seo.metaTitle : titleOf(loaderData)) + page,
    description: specialization?.summary || seo.metaDescription,
    keywords: seo.keywords,
    noindex: hasMoreFilters,
  })
}

/** The one filter that gives a list an address of its own for search engines; the others only narrow a list. */
function canonicalFilters({ specialization, category }: ListingData['filters']): ListingData['filters'] {
  if (onlyOne(specialization) !== undefined) return { specialization }
  return onlyOne(category) !== undefined && specialization === undefined ? { category } : {}
}

type ListingData = Route.ComponentProps['loaderData']

/** A list of one specialization or category takes its name as the title. */
function titleOf({
  lang,
  filters,
  specializations,
}: Pick<ListingData, 'lang' | 'filters' | 'specializations'>): string {
  const { listing, catalogue } = textsIn(lang)
  const { specialization: id, category } = canonicalFilters(filters)
  const specialization = specializations.find((one) => one.id === onlyOne(id))
  if (specialization) return listing.titleOf(specialization.name)
  const only = onlyOne(category)
  return only ? catalogue.categories[only as 2 | 3 | 4] : listing.title
}

export default function CoursesPage({ loaderData }: Route.ComponentProps) {
  const { filters, found, specializations, pageCount } = loaderData
  const t = useTexts('listing')
  const links = linksFor(useLang())
  const instant = useInstantFilters(FORM, filters)
  const isBusy = useNavigation().location?.pathname === links.courses()
  const inUse = activeFilters(
    filters,
    found.facets,
    specializations,
    useTexts('catalogue'),
    t,
    useTexts('ui').free,
    useLang(),
  )
  const title = titleOf(loaderData)
  const home = { label: useTexts('ui').home, to: links.home }
  return (
    <main id="content">
      <PageHead
        title={title}
        lead={t.lead}
        breadcrumb={[
          home,
          ...(title === t.title ? [{ label: t.title }] : [{ label: t.title, to: links.courses() }, { label: title }]),
        ]}
      >
        <search>
          <SearchInput
            form={FORM}
            label={t.searchLabel}
            placeholder={t.searchPlaceholder}
            button={t.search}
            value={filters.search}
            onChange={instant.typed}
          />
        </search>
      </PageHead>
      <Container>
        <div className={styles.columns}>
          <FiltersPanel
            id={PANEL}
            formId={FORM}
            filters={filters}
            found={found}
            instant={instant}
            inUse={inUse.length}
          />
          <section className={styles.results} aria-labelledby={RESULTS_COUNT} data-busy={isBusy || undefined}>
            <div className={styles.bar}>
              <h2 id={RESULTS_COUNT} tabIndex={-1} className={styles.count} aria-live="polite">
                {t.found(found.totalCount, found.totalIsCapped ?? false)}
              </h2>
              <button type="button" className={styles.open} popoverTarget={PANEL}>
                <Icon name="filter" />
                {t.openFilters}
                {inUse.length > 0 && <span className={styles.inUse}>{inUse.length}</span>}
              </button>
              <div className={styles.sort}>
                <label htmlFor="sort">{t.sort}</label>
                <div className={styles.select}>
                  <select id="sort" name="sort" form={FORM} defaultValue={filters.sort ?? ''} onChange={instant.chosen}>
                    <option value="">{filters.search ? t.bestMatch : t.sorts[1]}</option>
                    {(filters.search ? ([1, 2, 3, 4] as const) : ([2, 3, 4] as const)).map((sort) => (
                      <option key={sort} value={sort}>
                        {t.sorts[sort]}
                      </option>
                    ))}
                  </select>
                  <Icon name="chevron-down" size={18} />
                </div>
                <noscript>
                  <Button type="submit" form={FORM} size="small" variant="quiet">
                    {t.apply}
                  </Button>
                </noscript>
              </div>
            </div>
            <ActiveFilters items={inUse} />
            {found.items.length === 0 ? (
              <NoCourses filters={filters} inUse={inUse} specializations={specializations} />
            ) : (
              <ul className={styles.grid}>
                {found.items.map((course, index) => (
                  <li key={course.id}>
                    <CourseCard course={course} priority={index < 3} compact />
                  </li>
                ))}
              </ul>
            )}
            <Pagination page={found.pageIndex} pageCount={pageCount} hrefOf={pageAddresses(links.courses, filters)} />
          </section>
        </div>
      </Container>
    </main>
  )
}
