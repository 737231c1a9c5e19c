import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { StateBadge } from '../../../desk/record/state-badge.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { aboutRows, BULK_FORM, BulkAnswer, BulkCommands, type BulkRow, chosenIn } from '../../../desk/ui/lists/bulk.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { COURSE_COMMANDS } from '../bulk-commands.ts'
import type { CourseRow } from '../desk-contract.ts'

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
  (action: (typeof COURSE_COMMANDS)[number]): Intents[string] =>
  async ({ api }, form, { request }) => {
    const { cursor, sort, columns, confirm, ...filters } = queryOf(request)
    const { chosen: ids, matching } = chosenIn(form, filters)
    const { rows } = await api.courseEditing.publishCourses({ ids, matching, action } as never)
    return { result: rows.map(({ id: key, ...row }) => ({ key, ...row })) }
  }

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  ...Object.fromEntries(COURSE_COMMANDS.map((command) => [command, bulk(command)])),
  export: exportIntent(() => 'courses'),
})

export const meta = deskMeta('courses', (t) => t.title)

/** All courses, whatever their state. */
export default function CoursesPage() {
  const { query, list, specializations, mayChange, toConfirm } = useLoaderData<typeof loader>()
  const t = useDeskTexts('courses')
  const lang = useLang()
  const { resultOf, failureOf } = useDeskAnswer()
  const answered = COURSE_COMMANDS.find((command) => resultOf(command) ?? failureOf(command))
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
      {answered && resultOf(answered) ? <BulkAnswer rows={resultOf(answered) as BulkRow[]} /> : null}
      <FormErrors failure={answered && aboutRows(failureOf(answered))} labels={{}} />
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
        <BulkCommands list={list}>
          {(['publish', 'unpublish', 'archive'] as const).map((command) => (
            <Button key={command} type="submit" name="intent" value={command} variant="quiet" size="small">
              {t.withChosen[command]}
            </Button>
          ))}
        </BulkCommands>
      ) : null}
      <RecordList<CourseRow>
        label={t.title}
        rows={list.items}
        address={{ path: 'courses', query, sort: 'changed' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `courses/${id}`}
        {...(mayChange ? { selectable: BULK_FORM } : {})}
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
                <StateBadge state={row.state} names={t.states} /> {row.hasDraft ? <small>{t.hasDraft}</small> : null}
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
          {
            name: 'price',
            title: t.price,
            cell: (row) => <Money halalas={row.priceHalalas} />,
            numeric: true,
            sorts: { ascending: 'cheap', descending: 'dear' },
          },
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
