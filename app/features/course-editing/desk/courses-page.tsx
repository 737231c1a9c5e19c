import { Form, useLoaderData, useLocation } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { ExportProof } from '../../../desk/ui/export-proof.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { CourseRow } from '../desk-contract.ts'
import styles from './course-desk.module.css'
import { StateBadge } from './state-badge.tsx'

type BulkRow = { id: number; name: string | null; isDone: boolean; reason: string | null }

export const loader = deskLoader(async (page, { request }) => {
  const { api } = page
  const { confirm, ...query } = queryOf(request)
  const [list, choices, { rights }] = await Promise.all([
    api.courseEditing.courseList(query as never),
    api.courseEditing.courseChoices({}),
    api.desk.me({}),
  ])
  return {
    query,
    list,
    specializations: choices.specializations.map(({ id, name }) => ({ id, name })),
    mayChange: rights.includes('courses.change'),
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

const bulk =
  (action: 'publish' | 'unpublish'): Intents[string] =>
  async ({ api }, form, { request }) => {
    const { cursor, sort, columns, confirm, ...filters } = queryOf(request)
    const count = form.get('all')
    const chosen = count ? { matching: { ...filters, count } } : { ids: form.getAll('chosen').map(Number) }
    return { result: (await api.courseEditing.publishCourses({ ...chosen, action } as never)).rows }
  }

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  publish: bulk('publish'),
  unpublish: bulk('unpublish'),
  export: exportIntent(() => 'courses'),
})

export const meta = deskMeta('courses', (t) => t.title)

/** All courses, whatever their state. */
export default function CoursesPage() {
  const { query, list, specializations, mayChange, toConfirm } = useLoaderData<typeof loader>()
  const t = useDeskTexts('courses')
  const lang = useLang()
  const { key } = useLocation()
  const { resultOf, failureOf } = useDeskAnswer()
  const rows = (resultOf('publish') ?? resultOf('unpublish')) as BulkRow[] | undefined
  const choices = (texts: Record<string | number, string>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }))
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, 'courses/new')} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      {rows ? <BulkAnswer rows={rows} /> : null}
      <FormErrors failure={failureOf('publish') ?? failureOf('unpublish')} labels={{}} />
      <Filters
        path="courses"
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'state', label: t.state, choices: choices(t.states) },
          {
            name: 'specializationId',
            label: t.specialization,
            choices: specializations.map(({ id, name }) => ({ value: String(id), label: inLang(name, lang) })),
          },
          { name: 'deliveryMethod', label: t.deliveryMethod, choices: choices(t.deliveries) },
          {
            name: 'english',
            label: t.english,
            choices: choices({ missing: t.englishMissing, stale: t.englishStale }),
          },
        ]}
      />
      {mayChange ? (
        <Form method="post" id="bulk" className={styles.actions}>
          <Button type="submit" name="intent" value="publish" variant="quiet" size="small">
            {t.publishChosen}
          </Button>
          <Button type="submit" name="intent" value="unpublish" variant="quiet" size="small">
            {t.unpublishChosen}
          </Button>
          {list.totalCount > list.items.length && !list.totalIsCapped ? (
            // Of the number that is shown now: after a command, and for other filters, it is ticked anew.
            <CheckField key={key} name="all" value={list.totalCount} label={t.chooseAll(list.totalCount)} />
          ) : null}
        </Form>
      ) : null}
      <RecordList<CourseRow>
        label={t.title}
        rows={list.items}
        address={{ path: 'courses', query, sort: 'changed' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `courses/${id}`}
        {...(mayChange ? { selectable: 'bulk' } : {})}
        {...(isFiltered ? {} : { empty: <EmptyState title={t.empty} body={t.emptyBody} /> })}
        columns={[
          {
            name: 'name',
            title: t.name,
            cell: (row) => inLang(row.name, lang),
            sorts: { ascending: 'name' },
          },
          {
            name: 'state',
            title: t.state,
            cell: (row) => (
              <>
                <StateBadge state={row.state} /> {row.hasDraft ? <small>{t.hasDraft}</small> : null}
              </>
            ),
          },
          {
            name: 'specialization',
            title: t.specialization,
            cell: (row) => inLang(row.specialization, lang),
            wideOnly: true,
          },
          {
            name: 'delivery',
            title: t.deliveryMethod,
            cell: (row) => t.deliveries[row.deliveryMethod as 1],
            wideOnly: true,
          },
          { name: 'english', title: t.english, cell: (row) => <English row={row} /> },
          { name: 'price', title: t.price, cell: (row) => <Money halalas={row.priceHalalas} />, numeric: true },
          {
            name: 'changed',
            title: t.changed,
            cell: (row) => <DateText iso={row.updatedAt} />,
            wideOnly: true,
            sorts: { descending: 'changed' },
          },
        ]}
      />
      <RecordListFoot
        path="courses"
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      >
        <ExportLinks path="courses" query={query} />
      </RecordListFoot>
    </>
  )
}

function English({ row: { englishMissing, englishStale } }: { row: CourseRow }) {
  const t = useDeskTexts('courses')
  if (englishMissing + englishStale === 0) return t.englishDone
  const parts = [
    ...(englishMissing > 0 ? [`${t.englishMissing}: ${t.texts(englishMissing)}`] : []),
    ...(englishStale > 0 ? [`${t.englishStale}: ${t.texts(englishStale)}`] : []),
  ]
  return parts.join(' · ')
}

/** Of more rows only those that failed are listed. */
const MAX_LISTED = 25

function BulkAnswer({ rows }: { rows: BulkRow[] }) {
  const t = useDeskTexts('courses')
  const done = rows.filter(({ isDone }) => isDone).length
  const listed = rows.length > MAX_LISTED ? rows.filter(({ isDone }) => !isDone) : rows
  return (
    <Alert kind={done === rows.length ? 'success' : 'warning'} title={t.bulkDone(done, rows.length)}>
      <ul>
        {listed.map(({ id, name, isDone, reason }) => (
          <li key={id}>
            <bdi>{name ?? t.unknown}</bdi>: {isDone ? t.done : reason}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
