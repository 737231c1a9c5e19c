import { data, redirect } from 'react-router'
import { coursePicture, linksFor } from '../../../links.ts'
import { fallbackLang, textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { type PageRequest, pageRequestOf, type RouteHandle } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Prose } from '../../../ui/content/prose.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { courseShareCard, versionOf } from '../../discovery/share-card.ts'
import { breadcrumbs, faqPage } from '../../discovery/structured-data.ts'
import { FreeLesson } from '../../lesson-player/free-lesson.tsx'
import type { CourseDetails, Review } from '../course-contract.ts'
import { CourseGrid } from '../course-grid.tsx'
import { RECORDED } from '../course-state.ts'
import { nextBookable } from '../next-bookable.ts'
import { SaveButton } from '../saved/save-button.tsx'
import { savedLinks } from '../saved/saved-links.ts'
import type { Route } from './+types/course-page'
import { courseData } from './course-data.ts'
import { CourseHero } from './course-hero.tsx'
import { CourseJumps } from './course-jumps.tsx'
import { CourseOutline } from './course-outline.tsx'
import styles from './course-page.module.css'
import { CoursePart, Points } from './course-part.tsx'
import { CourseReviews } from './course-reviews.tsx'
import { CourseRuns } from './course-runs.tsx'
import { CourseShare } from './course-share.tsx'
import { CourseTrainers } from './course-trainers.tsx'
import { PurchaseBar, PurchaseBox } from './purchase-box.tsx'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const preview = new URL(request.url).searchParams.get('preview')
  if (preview !== null) return previewPage(page, preview)
  const { api, shared, lang, visitor } = page
  const links = linksFor(lang)
  const found = await courseBySlug(page, params.slug)
  if ('movedTo' in found) throw redirect(links.course(found.movedTo), 301)
  if (found.slug !== params.slug) throw redirect(links.course(found.slug), 301)
  const [{ lesson }, similar, { isLearner, review, enrolment, pending, waiting, isSaved }, { plan }] =
    await Promise.all([
      found.courseDeliveryMethod === RECORDED ? shared.lessons.freeLesson({ courseId: found.id }) : { lesson: null },
      shared.catalogue.similarCourses({ courseId: found.id }),
      api.catalogue.myCourse({ courseId: found.id }),
      planOf(page, found),
    ])
  const sharePicture = coursePicture(lang, found.id, versionOf(courseShareCard(found, lang)))
  addStructuredData(page, found, sharePicture)
  return {
    course: withOwnReview(found, review),
    similar,
    lesson,
    isLearner,
    mayReview: isLearner && (review !== null || !(enrolment?.run && enrolment.run.startsAt > page.now.toISOString())),
    enrolment,
    pending,
    waiting,
    plan,
    isSaved,
    isGuest: visitor === null,
    email: visitor?.email,
    sharePicture,
  }
}

/** As the checkout of the next run would say it; none where nothing can be ordered now. */
async function planOf({ shared }: PageRequest, course: CourseDetails) {
  const { id: courseId, priceHalalas: price } = course
  if (course.courseDeliveryMethod === RECORDED) return shared.paymentPlans.coursePlan({ courseId, price })
  const run = nextBookable(course)
  return run ? shared.paymentPlans.coursePlan({ courseId, price, schedule: run.id }) : { plan: null }
}

/** The page as it will be, for whoever was given its address by staff. */
async function previewPage(page: PageRequest, token: string) {
  const { api, lang, visitor } = page
  const course = await orErrorPage(api.courseEditing.coursePreview({ token }))
  const sharePicture = coursePicture(lang, course.id, versionOf(courseShareCard(course, lang)))
  const shown = {
    course,
    similar: [],
    lesson: null,
    isLearner: false,
    mayReview: false,
    enrolment: null,
    pending: null,
    waiting: [],
    plan: null,
    isSaved: false,
    isGuest: false,
    email: visitor?.email,
    sharePicture,
    isPreview: true,
  }
  return data(shown, { headers: { 'Cache-Control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** The visitor's own review stands first. */
function withOwnReview(course: CourseDetails, own: Review | null): CourseDetails {
  return own ? { ...course, reviews: [own, ...course.reviews.filter(({ id }) => id !== own.id)] } : course
}

function addStructuredData(
  { lang, siteName, publicUrl, structuredData }: PageRequest,
  course: CourseDetails,
  sharePicture: string,
) {
  const links = linksFor(lang)
  const site = { lang, siteName, publicUrl }
  const { id, name } = course.specialization
  structuredData.push(
    courseData(site, course, sharePicture),
    breadcrumbs(
      site,
      { name: textsIn(lang).listing.title, path: links.courses() },
      { name, path: links.courses({ specialization: id }) },
      { name: course.name, path: links.course(course.slug) },
    ),
  )
  const faq = faqPage(course.faq)
  if (faq) structuredData.push(faq)
}

function courseBySlug({ shared }: PageRequest, slug: string) {
  return orErrorPage(shared.catalogue.courseBySlug({ slug: slug.normalize('NFC') }))
}

async function orErrorPage<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isNotFound(error)) throw redirect('/error')
    throw error
  }
}

/** The course is unknown or the slug is malformed; any other error is unexpected. */
const isNotFound = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'courseNotFound' || error.code === 'validation')

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const form = await request.formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const intent = values.intent ?? ''
  try {
    await runIntent(page.api.catalogue, intent, values)
    return { done: intent, failure: undefined, values: {} as Record<string, string> }
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    // The page was opened before the session ended.
    if (failure.code === 'unauthenticated' && intent === 'save')
      throw redirect(linksFor(page.lang).login(savedLinks(page.lang).add(Number(values.courseId))), 303)
    return data({ done: undefined, failure: { ...failure, intent }, values }, { status: 400 })
  }
}

async function runIntent(catalogue: PageRequest['api']['catalogue'], intent: string, values: Record<string, string>) {
  const { courseId = '', email = '', id = '', rate = '', comment = '' } = values
  if (intent === 'notify') return catalogue.notifyMe({ courseId, email })
  if (intent === 'save') return catalogue.saveCourse({ courseId })
  if (intent === 'unsave') return catalogue.unsaveCourse({ courseId })
  if (intent === 'addReview') return catalogue.addReview({ courseId, rate, comment })
  if (intent === 'editReview') return catalogue.editReview({ id, rate, comment })
  if (intent === 'deleteReview') return catalogue.deleteReview({ id })
  throw data(null, { status: 400 })
}

/** The only form that a guest sees here, the waitlist, also works without scripts. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const { seo } = loaderData.course
  return pageMeta({
    ...siteOf(matches),
    pathname: location.pathname,
    title: seo.metaTitle,
    description: seo.metaDescription,
    keywords: seo.keywords,
    image: loaderData.sharePicture,
    noindex: 'isPreview' in loaderData,
  })
}

export default function CoursePage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, similar, lesson, isLearner, mayReview, enrolment, pending, waiting, plan, isSaved, isGuest, email } =
    loaderData
  const mayBeSaved = !('isPreview' in loaderData)
  const t = useTexts('course')
  return (
    <main id="content" tabIndex={-1}>
      <CourseHero course={course}>
        {mayBeSaved ? <SaveButton courseId={course.id} isSaved={isSaved} isGuest={isGuest} /> : null}
      </CourseHero>
      <Container className={styles.columns}>
        <PurchaseBox
          course={course}
          enrolment={enrolment}
          pending={pending}
          waiting={waiting}
          plan={plan}
          email={email}
          answer={actionData}
        />
        <div className={styles.content}>
          <CourseJumps course={course} hasFreeLesson={lesson !== null && !isLearner} />
          {course.courseDeliveryMethod !== RECORDED && (
            <CourseRuns
              course={course}
              waiting={waiting}
              enrolledRunId={enrolment?.run?.id}
              orderedRunId={pending?.run?.id}
            />
          )}
          <CoursePart id="outcomes" title={t.outcomes}>
            <ul className={styles.outcomes}>
              {course.outcomes.map((outcome) => (
                <li key={outcome}>
                  <Icon name="check" />
                  <ContentText>{outcome}</ContentText>
                </li>
              ))}
            </ul>
          </CoursePart>
          <CoursePart id="about" title={t.description}>
            <Prose html={course.description} {...fallbackLang(course.description, useLang())} />
          </CoursePart>
          {lesson && !isLearner ? <FreeLesson lesson={lesson} /> : null}
          <CourseOutline outline={course.outline} />
          <div className={styles.pair}>
            <CoursePart id="prerequisites" title={t.prerequisites}>
              {course.prerequisites.length > 0 ? <Points items={course.prerequisites} /> : <p>{t.noPrerequisites}</p>}
            </CoursePart>
            {course.audience.length > 0 ? (
              <CoursePart id="audience" title={t.audience}>
                <Points items={course.audience} />
              </CoursePart>
            ) : null}
          </div>
          <CourseTrainers trainers={course.trainers} />
          {course.faq.length > 0 && (
            <CoursePart id="faq" title={t.faq}>
              {course.faq.map(({ question, answer }) => (
                <Disclosure key={question} summary={<ContentText>{question}</ContentText>}>
                  <p>
                    <ContentText>{answer}</ContentText>
                  </p>
                </Disclosure>
              ))}
            </CoursePart>
          )}
          <CourseReviews course={course} mayReview={mayReview} answer={actionData} />
          <CourseShare course={course} />
        </div>
      </Container>
      {similar.length > 0 && (
        <div className="no-print">
          <Section tone="sand" title={t.similar}>
            <CourseGrid courses={similar.slice(0, 4)} row />
          </Section>
        </div>
      )}
      <PurchaseBar course={course} enrolment={enrolment} pending={pending} />
    </main>
  )
}
