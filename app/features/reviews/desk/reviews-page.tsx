import { Link, useLoaderData } from 'react-router'
import { ChosenCourse, CourseChoices, courseFound } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Stars } from '../../../ui/content/stars.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ReviewState } from './review-state.tsx'
import styles from './reviews.module.css'

const PATH = 'reviews'
const STARS = [5, 4, 3, 2, 1] as const
const STATES = ['unanswered', 'answered', 'hidden', 'held'] as const

export const loader = deskLoader(async (desk, { request }) => {
  const query = queryOf(request)
  const { stars, state, sort, cursor } = query
  const course = await courseFound(desk, query.course)
  const page = course.found
    ? { items: [], next: null, totalCount: 0 }
    : await desk.api.reviews.reviews({
        ...{ stars, state: state as 'answered', sort: sort as 'newest', cursor },
        courseId: course.course?.id,
      })
  return { query, course, page, toConfirm: await proofForExport(desk, query) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('reviews', (t) => t.title)

export default function ReviewsPage() {
  const t = useDeskTexts('reviews')
  const { query, course, page, toConfirm } = useLoaderData<typeof loader>()
  const lang = useLang()
  const said = query.done === undefined ? undefined : t.done[query.done]
  const place = { path: PATH, query }
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        selects={[
          {
            name: 'state',
            label: t.state,
            choices: STATES.map((value) => ({ value, label: t.states[value] })),
          },
          {
            name: 'stars',
            label: t.stars,
            choices: STARS.map((value) => ({ value: String(value), label: t.starNames[value] })),
          },
        ]}
        texts={course.course ? [] : [{ name: 'course', label: t.courseNamed }]}
      >
        {course.course ? <ChosenCourse filter={{ ...course, runs: [] }} {...place} /> : null}
      </Filters>
      {course.found ? (
        <CourseChoices found={course.found} {...place} />
      ) : (
        <>
          <RecordList
            label={t.title}
            rows={page.items}
            address={{ path: PATH, query, sort: 'newest' }}
            keyOf={({ id }) => id}
            pathOf={({ id }) => `${PATH}/${id}`}
            empty={<EmptyState title={t.none} body={t.noneBody} />}
            columns={[
              { name: 'learner', title: t.columns.learner, cell: ({ learner }) => <bdi>{learner.name}</bdi> },
              { name: 'rate', title: t.columns.rate, cell: ({ rate }) => <Stars rate={rate} size={16} /> },
              {
                name: 'comment',
                title: t.columns.comment,
                cell: ({ comment }) => (
                  <span className={styles.excerpt} dir="auto">
                    {comment}
                  </span>
                ),
              },
              {
                name: 'course',
                title: t.columns.course,
                cell: ({ course }) => (
                  <Link to={deskLink(lang, PATH, { course: course.id })}>
                    <bdi>{course.name}</bdi>
                  </Link>
                ),
              },
              {
                name: 'at',
                title: t.columns.at,
                cell: ({ createdAt }) => <DateText iso={createdAt} />,
                sorts: { ascending: 'oldest', descending: 'newest' },
              },
              { name: 'state', title: t.columns.state, cell: (one) => <ReviewState review={one} /> },
            ]}
          />
          <RecordListFoot
            path={PATH}
            query={query}
            total={page.totalCount}
            isCapped={'totalIsCapped' in page ? page.totalIsCapped : undefined}
            next={page.next}
          >
            <ExportLinks path={PATH} query={query} />
          </RecordListFoot>
        </>
      )}
    </>
  )
}
