import { redirect, useLoaderData } from 'react-router'
import { ChosenCourse, CourseChoices, courseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { aboutRows, BULK_FORM, BulkAnswer, type BulkRow, chosenIn } from '../../../desk/ui/lists/bulk.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { RUN_COMMANDS } from '../bulk-commands.ts'
import type { RunItem } from '../run-fields-contract.ts'
import { RunBadge } from './run-badge.tsx'
import { RunCommands } from './run-commands.tsx'
import { ALL_STATES, runFilters } from './run-filters.ts'
import { trainerChoices } from './session-place.tsx'

const PATH = 'runs'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const courses = await courseFilter(page, query.course)
  const id = courses.course && String(courses.course.id)
  // What is done with all that match, exports and views take the course by its id.
  if (id && query.course !== id) throw redirect(deskLink(page.lang, PATH, { ...query, course: id }))
  // Which course is meant has to be chosen first.
  const list = courses.found ? null : await page.api.runs.runs(runFilters(query) as object)
  const me = await page.api.desk.me({})
  const toConfirm = await proofForExport(page, queryOf(request))
  const mayPlan = me.rights.includes('runs.plan')
  return {
    ...{ query, list, courses, toConfirm, mayPlan },
    tags: mayPlan ? (await page.api.runs.runTags({})).tags : [],
    trainers: await trainerChoices(page),
  }
})

/** What the filters of the list are in its address. */
function filtersIn(request: Request) {
  const { cursor, sort, columns, confirm, ...filters } = queryOf(request)
  return runFilters(filters)
}

const bulk =
  (action: (typeof RUN_COMMANDS)[number]): Intents[string] =>
  async ({ api }, form, { request }) => {
    const { chosen: ids, matching } = chosenIn(form, filtersIn(request))
    const { trainerId, tag } = fieldsOf(form, 'trainerId', 'tag')
    const { rows } = await api.runs.changeRuns({ ids, matching, action, trainerId, tag } as never)
    return { result: rows.map(({ id: key, ...row }) => ({ key, ...row })) }
  }

const message: Intents[string] = async ({ lang }, form, { request }) => {
  const { chosen = [], matching } = chosenIn(form, filtersIn(request))
  const query = matching ? { ...filtersIn(request), all: String(matching.count) } : { run: chosen.join() }
  return { to: deskLink(lang, 'runs/message', query) }
}

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  ...Object.fromEntries(RUN_COMMANDS.map((command) => [command, bulk(command)])),
  message,
  export: exportIntent(() => PATH),
})

export const meta = deskMeta('runs', (t) => t.title)

export default function RunsPage() {
  const t = useDeskTexts('runs')
  const { any } = useDeskTexts('frame').list
  const lang = useLang()
  const { current, ...states } = t.states
  const { query, list, courses, toConfirm, mayPlan, tags, trainers } = useLoaderData<typeof loader>()
  const { resultOf, failureOf } = useDeskAnswer()
  const answered = RUN_COMMANDS.find((command) => resultOf(command) ?? failureOf(command))
  const choices = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayPlan ? (
          <ButtonLink to={deskLink(lang, 'runs/new')} icon="plus">
            {t.plan}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      {answered && resultOf(answered) ? <BulkAnswer rows={resultOf(answered) as BulkRow[]} /> : null}
      <FormErrors
        failure={answered && aboutRows(failureOf(answered))}
        labels={{ ids: t.title, trainerId: t.trainer, tag: t.tag }}
      />
      <Filters
        path={PATH}
        query={query}
        selects={[
          {
            name: 'state',
            label: t.state,
            any: current,
            choices: [...choices(states), { value: ALL_STATES, label: any }],
          },
          ...(tags.length > 0
            ? [{ name: 'tag', label: t.tag, choices: tags.map((tag) => ({ value: tag, label: tag })) }]
            : []),
          {
            name: 'trainerId',
            label: t.trainer,
            choices: trainers.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
        days={(['from', 'to'] as const).map((name) => ({ name, label: t[name] }))}
        texts={[...(courses.course ? [] : [{ name: 'course', label: t.course }]), { name: 'room', label: t.room }]}
      >
        <ChosenCourse filter={courses} path={PATH} query={query} />
      </Filters>
      {courses.found ? <CourseChoices found={courses.found} path={PATH} query={query} /> : null}
      {list ? <Runs list={list} query={query} mayPlan={mayPlan} tags={tags} trainers={trainers} /> : null}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>
type ListProps = Pick<Loaded, 'query' | 'mayPlan' | 'tags' | 'trainers'> & { list: NonNullable<Loaded['list']> }

function Runs({ list, query, mayPlan, tags, trainers }: ListProps) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  return (
    <>
      {mayPlan ? <RunCommands list={list} trainers={trainers} tags={tags} /> : null}
      <RecordList
        label={t.title}
        {...(mayPlan ? { selectable: BULK_FORM } : {})}
        rows={list.items}
        address={{ path: PATH, query, sort: 'first' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        columns={[
          { name: 'course', title: t.course, cell: ({ course }) => course.name },
          {
            name: 'starts',
            title: t.starts,
            cell: ({ startsAt }) => formatDay(startsAt, lang),
            sorts: { ascending: 'first', descending: 'last' },
          },
          { name: 'state', title: t.state, cell: ({ phase }) => <RunBadge phase={phase} /> },
          { name: 'city', title: t.place, cell: ({ city }) => city ?? t.online, wideOnly: true },
          {
            name: 'sessions',
            title: t.sessions,
            cell: ({ sessionCount }) => formatNumber(sessionCount),
            numeric: true,
            wideOnly: true,
          },
          {
            name: 'seats',
            title: t.seats,
            cell: ({ paid, pending, heldSeats, companySeats, seats }) =>
              t.seatsOf(formatNumber(paid + pending + heldSeats + companySeats), formatNumber(seats)),
            numeric: true,
            sorts: { ascending: 'full', descending: 'free' },
          },
          { name: 'waiting', title: t.waiting, cell: ({ waiting }) => formatNumber(waiting), numeric: true },
          ...(mayPlan
            ? [
                {
                  name: 'tags',
                  title: t.tags,
                  cell: ({ tags: own }: RunItem) =>
                    own.map((tag) => (
                      <Badge key={tag} tone="sand">
                        {tag}
                      </Badge>
                    )),
                },
              ]
            : []),
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
