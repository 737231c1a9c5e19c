import { useLoaderData } from 'react-router'
import { ChosenCompany, CompanyChoices, companyFilter } from '../../../desk/company-filter.tsx'
import { ChosenCourse, CourseChoices, courseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportChosenIntent, exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { BULK_FORM } from '../../../desk/ui/lists/bulk.tsx'
import { ExportChosen } from '../../../desk/ui/lists/export-chosen.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { OrderStatusBadge, RefundBadge } from './order-badges.tsx'
import { orderFilters } from './order-filters.ts'

const PATH = 'orders'
const PAGE_SIZE = 25

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...asked } = queryOf(request)
  const [courses, companies] = await Promise.all([courseFilter(page, asked.course), companyFilter(page, asked.company)])
  const query: Record<string, string> = {
    ...asked,
    ...(courses.course ? { course: String(courses.course.id) } : {}),
    ...(companies.company ? { company: String(companies.company.id) } : {}),
  }
  const [list, { rights }] = await Promise.all([
    // Which course and which company are meant has to be chosen first.
    courses.found || companies.found
      ? null
      : page.api.orders.orders({ ...orderFilters(query), Cursor: query.cursor, PageSize: PAGE_SIZE } as object),
    page.api.desk.me({}),
  ])
  return {
    ...{
      query,
      list,
      courses,
      companies,
      mayExport: rights.includes('learners.export'),
      mayEnrol: rights.includes('orders.change'),
    },
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

export const action = deskAction({ export: exportIntent(() => PATH), exportChosen: exportChosenIntent(PATH) })

export const meta = deskMeta('sales', (t) => t.orders.title)

type List = NonNullable<Awaited<ReturnType<typeof loader>>['list']>
type Order = List['items'][number]

const choicesOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

export default function OrdersPage() {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { query, list, courses, companies, mayExport, mayEnrol, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.orders.title} lead={t.orders.lead}>
        {mayEnrol ? (
          <ButtonLink to={deskLink(lang, 'orders/new')} icon="plus">
            {t.orders.enrol}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'status', label: t.status, choices: choicesOf(t.statuses) },
          { name: 'method', label: t.method, choices: choicesOf(t.methods) },
          { name: 'source', label: t.source, choices: choicesOf(t.sources) },
          {
            name: 'refund',
            label: t.orders.refund,
            choices: [{ value: 'any', label: t.orders.anyRefund }, ...choicesOf(t.refundStatuses)],
          },
          ...(courses.runs.length > 0 ? [{ name: 'run', label: t.orders.run, choices: courses.runs }] : []),
        ]}
        days={[
          { name: 'from', label: t.orders.from },
          { name: 'to', label: t.orders.to },
        ]}
        texts={[
          { name: 'coupon', label: t.orders.coupon, dir: 'ltr' },
          ...(courses.course ? [] : [{ name: 'course', label: t.orders.course }]),
          ...(companies.company ? [] : [{ name: 'company', label: t.orders.company }]),
        ]}
      >
        <ChosenCourse filter={courses} path={PATH} query={query} />
        <ChosenCompany filter={companies} path={PATH} query={query} />
      </Filters>
      {courses.found ? <CourseChoices found={courses.found} path={PATH} query={query} /> : null}
      {companies.found ? <CompanyChoices found={companies.found} path={PATH} query={query} /> : null}
      {list ? <Orders list={list} query={query} mayExport={mayExport} /> : null}
    </>
  )
}

function Orders({ list, query, mayExport }: { list: List; query: Record<string, string>; mayExport: boolean }) {
  const t = useDeskTexts('sales')
  return (
    <>
      {mayExport && list.items.length > 0 ? <ExportChosen /> : null}
      <RecordList<Order>
        {...(mayExport ? { selectable: BULK_FORM } : {})}
        label={t.orders.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.orders.none} body={t.orders.noneBody} />}
        columns={[
          { name: 'reference', title: t.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          { name: 'course', title: t.course, cell: ({ course }) => course },
          {
            name: 'status',
            title: t.status,
            cell: (order) => (
              <>
                <OrderStatusBadge order={order} /> <RefundBadge refund={order.refund} ended={order} />
              </>
            ),
          },
          {
            name: 'method',
            title: t.method,
            // A free order, or one by a company's seat, was paid by no method.
            cell: ({ method, totalHalalas }) => (totalHalalas > 0 ? t.methods[method] : '—'),
            wideOnly: true,
          },
          {
            name: 'placed',
            title: t.placed,
            cell: ({ createdAt }) => <Moment iso={createdAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
          },
          {
            name: 'total',
            title: t.total,
            numeric: true,
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} />,
            sorts: { ascending: 'cheap', descending: 'dear' },
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        {mayExport ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}
