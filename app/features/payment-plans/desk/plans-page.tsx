import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PlanBadge } from './plan-fields.tsx'

const PATH = 'payment-plans'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'prices.change')
  return page.api.paymentPlans.paymentPlans({})
})

export const meta = deskMeta('paymentPlans', (t) => t.title)

export default function PlansPage() {
  const t = useDeskTexts('paymentPlans')
  const lang = useLang()
  const { items } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
          {t.add}
        </ButtonLink>
      </DeskHead>
      <RecordList
        label={t.title}
        rows={items}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            name: 'deposit',
            title: t.deposit,
            cell: ({ depositPercent, depositHalalas }) =>
              depositHalalas === null ? t.percentValue(depositPercent ?? 0) : formatMoney(depositHalalas, lang),
          },
          { name: 'parts', title: t.parts, numeric: true, cell: ({ parts }) => String(parts.length) },
          { name: 'courses', title: t.courses, numeric: true, cell: ({ courseIds }) => String(courseIds.length) },
          {
            name: 'fromPrice',
            title: t.fromPrice,
            cell: ({ fromHalalas }) => (fromHalalas === null ? '' : formatMoney(fromHalalas, lang)),
          },
          { name: 'state', title: t.state, cell: ({ isActive }) => <PlanBadge isActive={isActive} /> },
        ]}
      />
    </>
  )
}
