import type { ComponentProps } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { MoreLink } from '../../ui/navigation/more-link.tsx'
import type { CourseCard } from '../catalogue/contract.ts'
import { CourseGrid } from '../catalogue/course-grid.tsx'
import { ContentSection } from '../content-sections/content-section.tsx'
import { Counters } from '../content-sections/counters.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { OrganisationWall } from '../content-sections/organisation-wall.tsx'
import type { Organisation, PageContent } from '../pages/contract.ts'
import { ReviewStrip } from '../reviews/review-strip.tsx'
import { Certificates } from './certificates.tsx'
import { ClosingCall } from './closing-call.tsx'
import styles from './home-page.module.css'
import { SpecializationGrid } from './specialization-grid.tsx'

type HomeSectionsData = {
  page: PageContent
  latest: CourseCard[]
  specializations: ComponentProps<typeof SpecializationGrid>['specializations']
  reviews: { items: ComponentProps<typeof ReviewStrip>['reviews']; totalCount: number }
  partners: Organisation[]
}

/** The sections of the home page below the courses that start soon. */
export default function HomeSections({ page, latest, specializations, reviews, partners }: HomeSectionsData) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  const section = (key: string) => page.sections.find((candidate) => candidate.key === key)
  return (
    <>
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
    </>
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
          <h2>{section.title && <ContentText>{section.title}</ContentText>}</h2>
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
