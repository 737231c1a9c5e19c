/** Money that was booked before a movement came. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { formatMoney } from '../../../locales/format.ts'
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
  reason: 'order' | 'quote'
}

/** Of the order or purchase that the movement names. */
export const bookedOf = ({ named, namedPurchases }: BankLine): BookedMoney[] =>
  [
    ...named.map(({ id, reference, learner, course, bookedHalalas }) => ({
      ...{ path: `orders/${id}`, hidden: { orderId: id }, number: reference, payer: learner },
      ...{ course, bookedHalalas, reason: 'order' as const },
    })),
    ...namedPurchases.map(({ quoteId, number, company, bookedHalalas }) => ({
      ...{ path: `quotes/${quoteId}`, hidden: { quoteId: String(quoteId) }, number, payer: company },
      ...{ course: null, bookedHalalas, reason: 'quote' as const },
    })),
  ].filter(({ bookedHalalas }) => bookedHalalas > 0)

export function Booked({ line, money }: { line: BankLine; money: BookedMoney }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const { path, hidden, number, payer, course, bookedHalalas, reason } = money
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
            <Badge tone="mint">{reason === 'order' ? t.reasons.reference : t.purchaseReasons.reference}</Badge>
            <Badge tone="sand">{t.bookedBefore}</Badge>
            {left === bookedHalalas ? <Badge tone="mint">{t.reasons.amount}</Badge> : null}
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
          </p>
          <p>{t.bookedHappens}</p>
          {used < left ? <p>{t.bookedRest(formatMoney(used, lang), formatMoney(left - used, lang))}</p> : null}
        </>
      }
      submit={t.useForBooked}
      hidden={{ lineIds: String(line.id), ...hidden, amountHalalas: String(used) }}
    />
  )
}
