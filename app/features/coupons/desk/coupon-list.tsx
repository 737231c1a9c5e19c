import { useDeskTexts } from '../../../desk/texts.tsx'
import type { ListAddress } from '../../../desk/ui/lists/list-settings.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { CouponItem } from '../contract.ts'

const TONES = { valid: 'mint', coming: 'sand', ended: 'sand', stopped: 'clay', 'used-up': 'sand' } as const

export function CouponBadge({ state }: { state: CouponItem['state'] }) {
  return <Badge tone={TONES[state]}>{useDeskTexts('coupons').states[state]}</Badge>
}

export function Discount({ coupon: { percent, amountHalalas } }: { coupon: CouponItem }) {
  return percent === null ? <Money halalas={amountHalalas ?? 0} /> : <bdi>{formatNumber(percent)}%</bdi>
}

export function CouponList({ coupons, address }: { coupons: readonly CouponItem[]; address: ListAddress }) {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  return (
    <RecordList<CouponItem>
      label={t.title}
      rows={coupons}
      address={address}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `coupons/${id}`}
      empty={<EmptyState title={t.none} body={t.noneBody} />}
      columns={[
        { name: 'code', title: t.code, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
        {
          name: 'note',
          title: t.note,
          cell: ({ note, companyIds }) => (
            <>
              {inLang(note, lang)} {companyIds ? <Badge tone="deep">{t.ofCompanies}</Badge> : null}
            </>
          ),
        },
        { name: 'state', title: t.state, cell: ({ state }) => <CouponBadge state={state} /> },
        { name: 'discount', title: t.discount, cell: (coupon) => <Discount coupon={coupon} />, numeric: true },
        {
          name: 'lastDay',
          title: t.lastDay,
          cell: ({ lastDay }) => lastDay && formatDay(lastDay, lang),
          wideOnly: true,
        },
        {
          name: 'uses',
          title: t.uses,
          numeric: true,
          cell: ({ uses, totalLimit }) =>
            totalLimit === null ? formatNumber(uses) : t.usesOf(formatNumber(uses), formatNumber(totalLimit)),
        },
      ]}
    />
  )
}
