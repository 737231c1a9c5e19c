import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Prose } from '../../ui/prose.tsx'
import { Section } from '../../ui/section.tsx'
import { Words } from '../../ui/words.tsx'
import type { CourseCard } from '../catalogue/contract.ts'
import { CourseGrid } from '../catalogue/course-grid.tsx'
import { educationalOrganization, webSite } from '../discovery/structured-data.ts'
import type { Route } from './+types/home-page'
import { Certificates } from './certificates.tsx'
import { ClosingCall } from './closing-call.tsx'
import { ContentSection } from './content-section.tsx'
import type { Organisation, PageContent } from './contract.ts'
import { Counters } from './counters.tsx'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import { ItemGrid } from './item-grid.tsx'
import { MoreLink } from './more-link.tsx'
import { OrganisationWall } from './organisation-wall.tsx'
import { ReviewStrip } from './review-strip.tsx'
import { SpecializationGrid } from './specialization-grid.tsx'

const ROW = 4
const STARTING_SOONEST = 2

export async function loader({ context }: Route.LoaderArgs) {
  const { api, lang, publicUrl, structuredData } = pageRequestOf(context)
  const [page, seo, institute, soon, latest, specializations, reviews, partners] = await Promise.all([
    api.pages.pageByCode({ code: 'home' }),
    api.pages.seoByCode({ code: 'home' }),
    api.pages.institute({}),
    api.catalogue.courses({ SortMethod: STARTING_SOONEST, PageSize: 4 * ROW }),
    api.catalogue.latestCourses({ count: 2 * ROW }),
    api.catalogue.specializations({}),
    api.catalogue.websiteReviews({ PageSize: 8 }),
    api.pages.partners({}),
  ])
  const site = { lang, publicUrl }
  structuredData.push(educationalOrganization(site, institute), webSite(site))
  const bookable = soon.items.filter(({ state }) => state === 'open' || state === 'few-seats').slice(0, ROW)
  return {
    page,
    seo,
    soon: bookable,
    latest: others(latest, bookable),
    specializations,
    reviews,
    partners,
  }
}

/** So that no course stands twice on the page. */
function others(courses: CourseCard[], shown: CourseCard[]) {
  return courses.filter(({ id }) => !shown.some((course) => course.id === id)).slice(0, ROW)
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { page, soon, latest, specializations, reviews, partners } = loaderData
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  const section = (key: string) => page.sections.find((candidate) => candidate.key === key)
  return (
    <main id="content">
      <Hero page={page} rating={reviews.average} />
      {soon.length > 0 && (
        <Section
          title={t.soonTitle}
          lead={t.soonLead}
          action={<MoreLink to={links.courses({ sort: STARTING_SOONEST })}>{t.allCourses}</MoreLink>}
        >
          <CourseGrid courses={soon} row />
        </Section>
      )}
      <ContentSection tone="sand" section={section('training')}>
        {({ items }) => <ItemGrid items={items} />}
      </ContentSection>
      {specializations.length > 0 && (
        <Section title={t.fieldsTitle} lead={t.fieldsLead}>
          <SpecializationGrid specializations={specializations} />
        </Section>
      )}
      <ContentSection tone="sand" section={section('what-you-get')}>
        {({ items }) => <ItemGrid items={items} kind="plain" />}
      </ContentSection>
      {latest.length > 0 && (
        <Section
          title={t.latestTitle}
          lead={t.latestLead}
          action={<MoreLink to={links.courses()}>{t.allCourses}</MoreLink>}
        >
          <CourseGrid courses={latest} row />
        </Section>
      )}
      <ContentSection tone="deep" section={section('countings')}>
        {({ items }) => <Counters items={items} />}
      </ContentSection>
      <WhoWeAre section={page.homeWhoAreWe} />
      <ContentSection tone="sand" section={section('certificates')}>
        {({ items }) => <Certificates items={items} />}
      </ContentSection>
      {reviews.items.length > 0 && (
        <Section
          title={t.reviewsTitle}
          lead={t.reviewsLead(reviews.totalCount)}
          action={<MoreLink to={links.reviews}>{t.allReviews}</MoreLink>}
        >
          <ReviewStrip reviews={reviews.items} />
        </Section>
      )}
      <Trust clients={page.clients ?? []} partners={partners} />
      <ClosingCall />
    </main>
  )
}

function WhoWeAre({ section }: { section: PageContent['homeWhoAreWe'] }) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  if (!section) return null
  return (
    <Section>
      <div className={styles.whoWeAre}>
        <div className={styles.story}>
          <h2>{section.title && <Words>{section.title}</Words>}</h2>
          {section.body && <Prose html={section.body} />}
          <MoreLink to={links.about}>{t.aboutUs}</MoreLink>
        </div>
        <ItemGrid items={section.items} kind="plain" />
      </div>
    </Section>
  )
}

function Trust({ clients, partners }: { clients: Organisation[]; partners: Organisation[] }) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  if (clients.length + partners.length === 0) return null
  return (
    <Section tone="sand" title={t.trustTitle} lead={t.trustLead}>
      <div className={styles.trust}>
        <OrganisationWall organisations={[...clients.slice(0, 6), ...partners.slice(0, 6)]} label={t.trustTitle} />
        <p className={styles.trustLinks}>
          <MoreLink to={links.clients}>{t.ourClients}</MoreLink>
          <MoreLink to={links.partners}>{t.ourPartners}</MoreLink>
        </p>
      </div>
    </Section>
  )
}
