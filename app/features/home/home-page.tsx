import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import type { CourseCard } from '../catalogue/course-contract.ts'
import { isAverageShown } from '../catalogue/rating.ts'
import { educationalOrganization, webSite } from '../discovery/structured-data.ts'
import { contentOf, seoOf } from '../page-texts/page-texts.ts'
import { HOME_LISTS } from '../pages/home-lists.ts'
import type { Route } from './+types/home-page'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import HomeSections, { STARTING_SOONEST } from './home-sections.tsx'

const ROW = 4

export async function loader({ context }: Route.LoaderArgs) {
  const { api, shared, lang, siteName, publicUrl, structuredData } = pageRequestOf(context)
  const [page, seo, institute, soon, latest, specializations, reviews, partners] = await Promise.all([
    contentOf(pageRequestOf(context), 'home'),
    seoOf(pageRequestOf(context), 'home'),
    api.pages.institute({}),
    api.catalogue.courses({ SortMethod: STARTING_SOONEST, PageSize: 4 * ROW }),
    api.catalogue.latestCourses({ count: 2 * ROW }),
    api.catalogue.specializations({}),
    shared.catalogue.websiteReviews({ PageSize: 8 }),
    api.pages.partners({}),
  ])
  const site = { lang, siteName, publicUrl }
  structuredData.push(educationalOrganization(site, institute), webSite(site))
  const bookable = soon.items.filter(({ state }) => state === 'open' || state === 'few-seats').slice(0, ROW)
  return {
    // Until staff have written it the page has its lists alone.
    page: { ...page, parts: page.parts ?? [...HOME_LISTS] },
    seo,
    soon: bookable,
    latest: others(latest, bookable),
    specializations,
    reviews,
    partners,
  }
}

/** So that no course appears twice on the page. */
function others(courses: CourseCard[], shown: CourseCard[]) {
  return courses.filter(({ id }) => !shown.some((course) => course.id === id)).slice(0, ROW)
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { page, reviews } = loaderData
  return (
    <main id="content" data-page="home" className={styles.page}>
      <Hero page={page} rating={isAverageShown(reviews.totalCount) ? reviews.average : undefined} />
      <HomeSections {...loaderData} />
    </main>
  )
}
