/** What followed from an accepted quote: documents, money, and the seats with their use. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { Quote } from '../desk-contract.ts'
import type { SeatView } from '../view-contract.ts'
import styles from './quotes.module.css'

const noon = (day: string) => `${day}T12:00:00+03:00`

export function Purchase({ quote, money }: { quote: Quote; money: NonNullable<Quote['money']> }) {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  return (
    <Panel title={t.money}>
      <Facts
        facts={[
          [t.invoiced, <Money key="i" halalas={money.invoicedHalalas} exact />],
          [t.debited, money.debitedHalalas > 0 ? <Money key="n" halalas={money.debitedHalalas} exact /> : null],
          [t.credited, money.creditedHalalas > 0 ? <Money key="c" halalas={money.creditedHalalas} exact /> : null],
          [t.received, <Money key="r" halalas={money.receivedHalalas} exact />],
          [t.returned, money.returnedHalalas > 0 ? <Money key="b" halalas={money.returnedHalalas} exact /> : null],
          [
            t.fromCredit,
            money.fromCreditHalalas > 0 ? <Money key="f" halalas={money.fromCreditHalalas} exact /> : null,
          ],
          [t.toCredit, money.toCreditHalalas > 0 ? <Money key="t" halalas={money.toCreditHalalas} exact /> : null],
          [
            money.dueHalalas < 0 ? t.payment.credit : t.due,
            <Money key="d" halalas={Math.abs(money.dueHalalas)} exact />,
          ],
          [t.dueOn, money.dueHalalas > 0 ? formatDay(noon(money.dueOn), lang) : null],
          [t.released, quote.releasedAt ? <Moment key="l" iso={quote.releasedAt} /> : t.notReleased],
        ]}
      />
      <ul className={styles.lines}>
        {quote.documents.map(({ number, url, kind, totalHalalas }) => (
          <li key={number}>
            <div>
              <a href={url}>{number}</a> · <Link to={deskLink(lang, `invoices/${number}`)}>{t.notes}</Link>
            </div>
            <Money halalas={kind === 'credit-note' ? -totalHalalas : totalHalalas} exact />
          </li>
        ))}
        {quote.payments.map((payment) => (
          <li key={payment.id}>
            <div>
              {payment.method === 'credit' ? t.payment.ofCredit[payment.kind] : t.payment.kinds[payment.kind]}
              <small>
                {payment.method === 'credit' ? t.payment.credit : t.payment.methods[payment.method]}
                {'\u00a0· '}
                <bdi>{payment.reference}</bdi>
                {`\u00a0· ${formatDay(noon(payment.receivedOn), lang)}`}
                {payment.by ? `\u00a0· ${payment.by}` : null}
              </small>
            </div>
            <Money halalas={payment.kind === 'received' ? payment.amountHalalas : -payment.amountHalalas} exact />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const TONES = { open: 'sand', named: 'deep', used: 'mint', withdrawn: 'clay' } as const

export function Seats({ quote }: { quote: Quote }) {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  return (
    <Panel title={`${t.seatList} (${formatNumber(quote.seats.length)})`}>
      <RecordList<SeatView>
        label={t.seatList}
        rows={quote.seats}
        keyOf={({ id }) => id}
        pathOf={({ orderId }) => (orderId ? `orders/${orderId}` : undefined)}
        empty={null}
        columns={[
          {
            name: 'code',
            title: t.code,
            cell: ({ code }) => (
              <bdi dir="ltr" className={styles.code}>
                {code}
              </bdi>
            ),
          },
          {
            name: 'state',
            title: t.state,
            cell: ({ state }) => <Badge tone={TONES[state]}>{t.seatStates[state]}</Badge>,
          },
          { name: 'course', title: t.course, cell: ({ course }) => course, wideOnly: true },
          { name: 'person', title: t.person, cell: ({ person }) => <bdi>{person?.name ?? '—'}</bdi> },
          {
            name: 'used',
            title: t.used,
            cell: ({ orderId, attended, sessions }) =>
              orderId ? t.attendance(formatNumber(attended), formatNumber(sessions)) : '—',
          },
          {
            name: 'order',
            title: t.order,
            cell: ({ orderId }) => (orderId ? <Link to={deskLink(lang, `orders/${orderId}`)}>{t.order}</Link> : '—'),
            wideOnly: true,
          },
        ]}
      />
    </Panel>
  )
}
