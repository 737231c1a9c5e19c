/** The filter by course of the list of orders: found by its name, and then by one of its runs. */
import { formatDay } from '../locales/format.ts'
import { valueInLang } from '../locales/localized.ts'
import { useLang } from '../locales/texts.tsx'
import type { PageRequest } from '../request-context.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { deskLink } from './desk-links.ts'
import { useDeskTexts } from './texts.tsx'
import { ChoiceLinks } from './ui/lists/choice-links.tsx'
import type { Choice } from './ui/lists/filters.tsx'
import { Panel } from './ui/panel.tsx'

export type CourseFilter = {
  /** The course by whose orders the list is filtered, with its last runs. */
  course?: { id: number; name: string }
  runs: (Choice & { freeSeats: number })[]
  /** What was searched fits several courses or none: one has to be chosen first. */
  found?: { id: number; name: string }[]
}

type Place = { path: string; query: Record<string, string> }

const MAX_FOUND = 12
const MAX_RUNS = 50

/** @param asked the id of a course, or words of its name */
export async function courseFound(
  { api, lang }: PageRequest,
  asked: string | undefined,
): Promise<Pick<CourseFilter, 'course' | 'found'>> {
  if (asked === undefined) return {}
  if (/^\d{1,9}$/.test(asked)) {
    const id = Number(asked)
    const { values } = await api.courseEditing.editedCourse({ id })
    return { course: { id, name: valueInLang(values, 'name', lang) } }
  }
  const { items } = await api.courseEditing.courseList({ query: asked, sort: 'name', limit: MAX_FOUND } as object)
  const found = items.map(({ id, name }) => ({ id, name: name[lang] ?? name.ar }))
  return found.length === 1 ? { course: found[0]! } : { found }
}

/**
 * @param asked the id of a course, or words of its name
 * @param from the first day of the runs that somebody can still be enrolled in; all runs without it
 */
export async function courseFilter(page: PageRequest, asked: string | undefined, from?: string): Promise<CourseFilter> {
  const { course, found } = await courseFound(page, asked)
  if (!course) return { runs: [], ...(found ? { found } : {}) }
  const { items } = await page.api.runs.runs({
    ...{ courseId: course.id, from, sort: from ? 'first' : 'last', limit: MAX_RUNS },
  })
  const offered = from ? items.filter(({ phase }) => phase === 'coming') : items
  const runs = offered.map(({ id, startsAt, city, seats, paid, pending, heldSeats, companySeats }) => ({
    value: String(id),
    label: [formatDay(startsAt, page.lang), city].filter(Boolean).join(' · '),
    freeSeats: Math.max(0, seats - paid - pending - heldSeats - companySeats),
  }))
  return { course, runs }
}

/** The course that was found, with a link that takes it away. */
export function ChosenCourse({ filter: { course }, path, query }: Place & { filter: CourseFilter }) {
  const { orders: t } = useDeskTexts('sales')
  const lang = useLang()
  if (!course) return null
  const { course: _, run: __, cursor: ___, ...others } = query
  const link = { to: deskLink(lang, path, others), label: course.name, removes: t.withoutCourse(course.name) }
  return (
    <>
      <input type="hidden" name="course" value={course.id} />
      <ChoiceLinks links={[link]} />
    </>
  )
}

/** Which of the found courses is meant. */
export function CourseChoices({ found, path, query }: Place & { found: NonNullable<CourseFilter['found']> }) {
  const { orders: t } = useDeskTexts('sales')
  const lang = useLang()
  const links = found.map(({ id, name }) => ({ to: deskLink(lang, path, { ...query, course: id }), label: name }))
  return links.length > 0 ? (
    <Panel title={t.whichCourse}>
      <ChoiceLinks links={links} />
    </Panel>
  ) : (
    <EmptyState title={t.noCourse} body={t.noCourseBody} />
  )
}
