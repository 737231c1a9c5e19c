import type { ComponentProps, ComponentType } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { MoreLink } from '../../ui/navigation/more-link.tsx'
import type { CourseCard } from '../catalogue/course-contract.ts'
import { CourseGrid } from '../catalogue/course-grid.tsx'
import { ContentSection } from '../content-sections/content-section.tsx'
import { Counters } from '../content-sections/counters.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { OrganisationWall } from '../content-sections/organisation-wall.tsx'
import type { Organisation, PageContent, PageSection } from '../pages/contract.ts'
import { ReviewStrip } from '../reviews/review-strip.tsx'
import { Certificates } from './certificates.tsx'
import { ClosingCall } from './closing-call.tsx'
import styles from './home-page.module.css'
import { SpecializationGrid } from './specialization-grid.tsx'

export const STARTING_SOONEST = 2

type HomeSectionsData = {
  page: PageContent
  soon: CourseCard[]
  latest: CourseCard[]
  specializations: ComponentProps<typeof SpecializationGrid>['specializations']
  reviews: { items: ComponentProps<typeof ReviewStrip>['reviews']; totalCount: number }
  partners: Organisation[]
}
type PartProps = HomeSectionsData & { section: PageSection | undefined }

/** What the home page shows below its hero, in the order of staff. */
export default function HomeSections(data: HomeSectionsData) {
  const { parts = [], sections } = data.page
  return parts
    .filter((key) => key !== 'hero')
    .map((key) => {
      const section = sections.find((candidate) => candidate.key === key)
      const Part = Object.hasOwn(PARTS, key) ? PARTS[key]! : Added
      return <Part key={key} {...data} section={section} />
    })
}

/** By their keys; staff add others. */
const PARTS: Record<string, ComponentType<PartProps>> = {
  soon: ({ section, soon }) => <Courses section={section} courses={soon} list="soon" />,
  training: ({ section }) => (
    <ContentSection tone="sand" section={section}>
      {({ items }) => <ItemGrid items={items} />}
    </ContentSection>
  ),
  fields: Fields,
  'what-you-get': ({ section }) => (
    <ContentSection tone="sand" section={section}>
      {({ items }) => <ItemGrid items={items} kind="plain" />}
    </ContentSection>
  ),
  latest: ({ section, latest }) => <Courses section={section} courses={latest} list="latest" />,
  countings: ({ section }) => (
    <ContentSection tone="deep" section={section}>
      {({ items }) => <Counters items={items} />}
    </ContentSection>
  ),
  'who-we-are': ({ section }) => <WhoWeAre section={section} />,
  certificates: ({ section }) => (
    <ContentSection tone="sand" section={section}>
      {({ items }) => <Certificates items={items} />}
    </ContentSection>
  ),
  reviews: Reviews,
  trust: Trust,
  'closing-call': ({ section }) => <ClosingCall section={section} />,
}

function Added({ section }: PartProps) {
  return <ContentSection section={section}>{({ items }) => <ItemGrid items={items} />}</ContentSection>
}

/** A list with its usual title and lead, or with those that staff wrote. */
function List({
  section,
  usual,
  children,
  ...shown
}: Pick<ComponentProps<typeof Section>, 'action' | 'tone' | 'children'> & {
  section: PageSection | undefined
  usual: { title: string; lead: string }
}) {
  return (
    <Section
      {...shown}
      title={section?.title ? <ContentText>{section.title}</ContentText> : usual.title}
      {...(section?.body ? {} : { lead: usual.lead })}
    >
      {section?.body && <Prose html={section.body} />}
      {children}
    </Section>
  )
}

function Courses({
  section,
  courses,
  list,
}: {
  section: PageSection | undefined
  courses: CourseCard[]
  list: 'soon' | 'latest'
}) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  if (courses.length === 0) return null
  const isSoon = list === 'soon'
  return (
    <List
      section={section}
      usual={isSoon ? { title: t.soonTitle, lead: t.soonLead } : { title: t.latestTitle, lead: t.latestLead }}
      action={<MoreLink to={links.courses(isSoon ? { sort: STARTING_SOONEST } : {})}>{t.allCourses}</MoreLink>}
    >
      <CourseGrid courses={courses} row />
    </List>
  )
}

function Fields({ section, specializations }: PartProps) {
  const t = useTexts('pages').home
  if (specializations.length === 0) return null
  return (
    <List section={section} usual={{ title: t.fieldsTitle, lead: t.fieldsLead }}>
      <SpecializationGrid specializations={specializations} />
    </List>
  )
}

function Reviews({ section, reviews }: PartProps) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  if (reviews.items.length === 0) return null
  return (
    <List
      section={section}
      usual={{ title: t.reviewsTitle, lead: t.reviewsLead(reviews.totalCount) }}
      action={<MoreLink to={links.reviews}>{t.allReviews}</MoreLink>}
    >
      <ReviewStrip reviews={reviews.items} />
    </List>
  )
}

function WhoWeAre({ section }: Pick<PartProps, 'section'>) {
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

function Trust({ section, page: { clients = [] }, partners }: PartProps) {
  const t = useTexts('pages').home
  const links = linksFor(useLang())
  if (clients.length + partners.length === 0) return null
  return (
    <List tone="sand" section={section} usual={{ title: t.trustTitle, lead: t.trustLead }}>
      <div className={styles.trust}>
        <OrganisationWall organisations={[...clients.slice(0, 6), ...partners.slice(0, 6)]} label={t.trustTitle} />
        <p className={styles.trustLinks}>
          <MoreLink to={links.clients}>{t.ourClients}</MoreLink>
          <MoreLink to={links.partners}>{t.ourPartners}</MoreLink>
        </p>
      </div>
    </List>
  )
}
