import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { formatMonth } from '../../../locales/format-month.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { ListedMonth } from '../contract.ts'
import { MonthState } from './month-state.tsx'

export const loader = deskLoader(({ api }) => api.closing.closings({}))

export const meta = deskMeta('closing', (t) => t.title)

/** The months of the books, the newest first. */
export default function ClosingsPage() {
  const t = useDeskTexts('closing')
  const lang = useLang()
  const { months } = useLoaderData<typeof loader>()
  const money = (name: string, title: string, of: (total: NonNullable<ListedMonth['total']>) => number) => ({
    ...{ name, title, numeric: true },
    cell: ({ total }: ListedMonth) => (total ? <Money halalas={of(total)} exact /> : '–'),
  })
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <RecordList<ListedMonth>
        label={t.title}
        rows={months}
        keyOf={({ month }) => month}
        pathOf={({ month }) => `closing/${month}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'month', title: t.month, cell: ({ month }) => formatMonth(month, lang) },
          { name: 'state', title: t.state, cell: ({ state }) => <MonthState state={state} /> },
          {
            ...{ name: 'documents', title: t.documents, numeric: true },
            cell: ({ total }) => (total ? formatNumber(total.documents) : '–'),
          },
          money('net', t.net, ({ netHalalas }) => netHalalas),
          money('vat', t.vat, ({ vatHalalas }) => vatHalalas),
          money('total', t.total, ({ totalHalalas }) => totalHalalas),
          {
            ...{ name: 'closedAt', title: t.closedAt, wideOnly: true },
            cell: ({ closedAt }) => (closedAt ? <Moment iso={closedAt} /> : '–'),
          },
          {
            ...{ name: 'closedBy', title: t.closedBy, wideOnly: true },
            cell: ({ state, closedBy }) => (state === 'closed' ? <bdi>{closedBy ?? t.erased}</bdi> : '–'),
          },
        ]}
      />
    </>
  )
}
