import { useDeskTexts } from '../../../desk/texts.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { Money } from '../../../ui/content/money.tsx'

type Totals = { paid: number; pending: number; discountHalalas: number; salesHalalas: number }

export function TotalsPanel({ totals }: { totals: Totals }) {
  const t = useDeskTexts('coupons')
  return (
    <Panel title={t.soFar}>
      <Facts
        facts={[
          [t.paid, formatNumber(totals.paid)],
          [t.pending, formatNumber(totals.pending)],
          [t.cost, <Money key="cost" halalas={totals.discountHalalas} exact />],
          [t.sales, <Money key="sales" halalas={totals.salesHalalas} exact />],
        ]}
      />
    </Panel>
  )
}
