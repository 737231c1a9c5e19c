import { data, Form, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { CourseCard } from '../catalogue/course-card.tsx'
import { savedLinks } from '../catalogue/saved/saved-links.ts'
import { readId, readPage } from '../lists/list-query.ts'
import { ProfileSection } from '../profile/profile-section.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/saved-courses-page'
import styles from './saved-courses-page.module.css'

const PAGE_SIZE = 12

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const asked = readId(query.get('add') ?? '')
  if (asked !== undefined && !isFromElsewhere(request)) throw await saveAndReturn(page, asked)
  const PageIndex = readPage(query.get('page') ?? '') ?? 1
  const { items, totalCount } = await page.api.catalogue.savedCourses({ PageIndex, PageSize: PAGE_SIZE })
  return { courses: items, totalCount, page: PageIndex, asked }
}

/** A link of another site saves nothing: the visitor is asked. */
const isFromElsewhere = (request: Request) => request.headers.get('Sec-Fetch-Site') === 'cross-site'

/** Back to the course, which shows that it is saved. */
async function saveAndReturn({ api, lang }: PageRequest, courseId: number): Promise<Response> {
  try {
    const { slug } = await api.catalogue.saveCourse({ courseId })
    return redirect(linksFor(lang).course(slug), 303)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'courseNotFound')
      return redirect(savedLinks(lang).list, 303)
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const courseId = readId(String(form.get('courseId') ?? ''))
  const intent = form.get('intent')
  if (courseId === undefined || (intent !== 'save' && intent !== 'unsave')) throw data(null, { status: 400 })
  if (intent === 'save') return saveAndReturn(page, courseId)
  await page.api.catalogue.unsaveCourse({ courseId })
  return redirect(savedLinks(page.lang).list, 303)
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.saved
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The courses that a visitor saved, the last saved first. */
export default function SavedCoursesPage({ loaderData }: Route.ComponentProps) {
  const { courses, totalCount, page, asked } = loaderData
  const t = useTexts('profile').saved
  const lang = useLang()
  const links = savedLinks(lang)
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      {asked === undefined ? null : (
        <Alert kind="info" title={t.askTitle}>
          <Form method="post">
            <input type="hidden" name="courseId" value={asked} />
            <Button type="submit" name="intent" value="save" size="small" icon="bookmark">
              {t.ask}
            </Button>
          </Form>
        </Alert>
      )}
      {courses.length === 0 ? (
        <EmptyState
          title={t.emptyTitle}
          body={t.emptyBody}
          action={<ButtonLink to={linksFor(lang).courses()}>{t.browse}</ButtonLink>}
        />
      ) : (
        <ul className={styles.list}>
          {courses.map((course) => (
            <li key={course.id}>
              <CourseCard course={course} compact />
              <Form method="post" preventScrollReset className={styles.remove}>
                <input type="hidden" name="courseId" value={course.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="unsave"
                  variant="quiet"
                  size="small"
                  icon="close"
                  aria-label={t.removeOf(course.name)}
                >
                  {t.remove}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={Math.ceil(totalCount / PAGE_SIZE)} hrefOf={links.page} />
    </ProfileSection>
  )
}
