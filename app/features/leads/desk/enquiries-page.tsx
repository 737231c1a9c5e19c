import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { aboutRows, BULK_FORM, BulkAnswer, BulkCommands, type BulkRow, chosenIn } from '../../../desk/ui/lists/bulk.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { LeadStatus } from '../enquiry-contract.ts'
import { AnswerDue } from './answer-due.tsx'
import { enquiryFilters, LATE, NOBODY } from './enquiry-filters.ts'
import { EnquiryParts } from './enquiry-parts.tsx'
import { EnquiryStatus } from './enquiry-status.tsx'

const PATH = 'enquiries'
const STATUSES: readonly LeadStatus[] = ['received', 'handling', 'answered', 'closed']

export const loader = deskLoader(async (page, { request }) => {
  const { api, now } = page
  const { confirm, ...query } = queryOf(request)
  const filters = enquiryFilters(query)
  const [list, counts, assignees, { rights }] = await Promise.all([
    api.leads.leads({ ...filters, Sort: query.sort, ...pageAsked(query) } as object),
    api.leads.leadCounts({ ...filters, Status: undefined } as object),
    api.leads.leadAssignees({}),
    api.desk.me({}),
  ])
  return {
    ...{ query, list, counts, assignees, now: now.toISOString() },
    mayExport: rights.includes('learners.export'),
    mayManage: rights.includes('enquiries.manage'),
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

const bulk =
  (changeIn: (form: FormData) => object): Intents[string] =>
  async ({ api }, form, { request }) => {
    const { chosen: references, matching } = chosenIn(form, enquiryFilters(queryOf(request)))
    const { rows } = await api.leads.changeLeads({ references, matching, ...changeIn(form) } as never)
    return { result: rows.map(({ reference: key, ...row }) => ({ key, ...row })) }
  }

export const action = deskAction({
  assign: bulk((form) => ({ assignee: form.get('assignee') })),
  close: bulk(() => ({ status: 'closed' })),
  export: exportIntent(() => PATH),
})

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const meta = deskMeta('people', (t) => t.enquiries.title)

type Enquiry = Awaited<ReturnType<typeof loader>>['list']['items'][number]

const choicesOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

export default function EnquiriesPage() {
  const t = useDeskTexts('people')
  const { query, list, counts, assignees, now, mayExport, mayManage, toConfirm } = useLoaderData<typeof loader>()
  const { resultOf, failureOf } = useDeskAnswer()
  const rows = (resultOf('assign') ?? resultOf('close')) as BulkRow[] | undefined
  return (
    <>
      <DeskHead title={t.enquiries.title} lead={t.enquiries.lead} />
      <EnquiryParts current="list" mayManage={mayManage} />
      <ExportProof asked={toConfirm} />
      {rows ? <BulkAnswer rows={rows} /> : null}
      <FormErrors
        failure={aboutRows(failureOf('assign') ?? failureOf('close'))}
        labels={{ assignee: t.enquiries.assignChosen, references: t.enquiries.title }}
      />
      <CountedChoices
        label={t.enquiries.status}
        path={PATH}
        query={query}
        name="status"
        choices={STATUSES.map((value) => ({ value, label: t.statuses[value], count: counts[value] }))}
      />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.enquiries.search}
        selects={[
          { name: 'kind', label: t.enquiries.kind, choices: choicesOf(t.kinds) },
          {
            name: 'assignee',
            label: t.enquiries.assignee,
            choices: [
              { value: NOBODY, label: t.enquiries.nobody },
              ...assignees.map(({ id, name }) => ({ value: String(id), label: name })),
            ],
          },
          { name: 'due', label: t.enquiries.due, choices: [{ value: LATE, label: t.enquiries.late }] },
        ]}
      >
        {query.status ? <input type="hidden" name="status" value={query.status} /> : null}
      </Filters>
      <BulkCommands list={list}>
        <SelectField
          name="assignee"
          label={t.enquiries.assignChosen}
          required
          options={assignees.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Button type="submit" name="intent" value="assign" variant="quiet" size="small">
          {t.enquiries.assign}
        </Button>
        <Button type="submit" name="intent" value="close" variant="quiet" size="small">
          {t.enquiries.closeChosen}
        </Button>
      </BulkCommands>
      <RecordList<Enquiry>
        label={t.enquiries.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ reference }) => reference}
        selectable={BULK_FORM}
        pathOf={({ reference }) => `${PATH}/${reference}`}
        empty={<EmptyState title={t.enquiries.none} body={t.enquiries.noneBody} />}
        columns={[
          { name: 'reference', title: t.enquiries.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'sender', title: t.enquiries.sender, cell: ({ name }) => <bdi>{name ?? t.erased}</bdi> },
          { name: 'kind', title: t.enquiries.kind, cell: ({ kind }) => t.kinds[kind] },
          {
            name: 'status',
            title: t.enquiries.status,
            cell: ({ status }) => <EnquiryStatus status={status} />,
          },
          {
            name: 'assignee',
            title: t.enquiries.assignee,
            cell: ({ assignee }) => <bdi>{assignee?.name ?? t.enquiries.nobody}</bdi>,
          },
          {
            name: 'received',
            title: t.enquiries.received,
            cell: ({ receivedAt }) => <Moment iso={receivedAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
            wideOnly: true,
          },
          { name: 'due', title: t.enquiries.due, cell: ({ answerDueAt }) => <AnswerDue at={answerDueAt} now={now} /> },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={nextPage(list)}
      >
        {mayExport ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}
