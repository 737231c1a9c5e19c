/** Money that was booked before a movement came. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { BankLine } from '../contract.ts'
import styles from './bank.module.css'

type BookedMoney = {
  path: string
  hidden: { orderId: string } | { quoteId: string }
  number: string
  payer: string
  course: string | null
  bookedHalalas: number
  /** Where the movement does not name it: the day of booking. */
  bookedOn: string | null
}

const ofOrder = (id: string) => ({ path: `orders/${id}`, hidden: { orderId: id } })
const ofQuote = (id: number) => ({ path: `quotes/${id}`, hidden: { quoteId: String(id) } })

/** Of the order or purchase that the movement names; of those with its amount and payer, where it names none. */
export const bookedOf = ({ named, namedPurchases, booked }: BankLine): BookedMoney[] =>
  [
    ...named.map(({ id, reference, learner, course, bookedHalalas }) => ({
      ...{ ...ofOrder(id), number: reference, payer: learner, course, bookedHalalas, bookedOn: null },
    })),
    ...namedPurchases.map(({ quoteId, number, company, bookedHalalas }) => ({
      ...{ ...ofQuote(quoteId), number, payer: company, course: null, bookedHalalas, bookedOn: null },
    })),
    ...booked.map(({ orderId, quoteId, reference, ...money }) => ({
      ...{ ...(orderId === null ? ofQuote(quoteId!) : ofOrder(orderId)), number: reference, ...money },
    })),
  ].filter(({ bookedHalalas }) => bookedHalalas > 0)

export function Booked({ line, money }: { line: BankLine; money: BookedMoney }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const { path, hidden, number, payer, course, bookedHalalas, bookedOn } = money
  const reasons = 'orderId' in hidden ? t.reasons : t.purchaseReasons
  const left = line.amountHalalas - line.usedHalalas
  const used = Math.min(left, bookedHalalas)
  return (
    <Command
      intent="useForBooked"
      id={`booked-${line.id}-${Object.values(hidden)[0]}`}
      title={
        <span className={styles.proposal}>
          <span>
            <bdi dir="ltr">{number}</bdi> · <bdi>{payer}</bdi>
          </span>
          <span className={styles.reasons}>
            <Badge tone="mint">{bookedOn === null ? reasons.reference : reasons.name}</Badge>
            <Badge tone="sand">{t.bookedBefore}</Badge>
            {bookedOn !== null || left === bookedHalalas ? <Badge tone="mint">{reasons.amount}</Badge> : null}
          </span>
        </span>
      }
      happens={
        <>
          <p>
            <Link to={deskLink(lang, path)}>
              <bdi dir="ltr">{number}</bdi>
            </Link>{' '}
            {course ? <bdi>{course}</bdi> : null} · {t.booked(formatMoney(bookedHalalas, lang))}
            {bookedOn === null ? null : ` · ${t.bookedOn(formatDay(bookedOn, lang))}`}
          </p>
          {bookedOn === null ? null : <p>{t.bookedAlike}</p>}
          <p>{t.bookedHappens}</p>
          {used < left ? <p>{t.bookedRest(formatMoney(used, lang), formatMoney(left - used, lang))}</p> : null}
        </>
      }
      submit={t.useForBooked}
      hidden={{ lineIds: String(line.id), ...hidden, amountHalalas: String(used) }}
    />
  )
}
