/** What can be decided about an open movement: a proposal, money that it belongs to, another order, or to set it aside. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { riyalsOf } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { BankLine } from '../contract.ts'
import styles from './bank.module.css'
import { Booked, bookedOf } from './booked-command.tsx'
import { NamedOrder, NamedQuote } from './named-alerts.tsx'

export function LineCommands({ line }: { line: BankLine }) {
  const t = useDeskTexts('bank')
  const left = line.amountHalalas - line.usedHalalas
  const orders = line.named.filter(({ bookedHalalas }) => bookedHalalas === 0)
  const quotes = line.namedPurchases.filter(({ bookedHalalas }) => bookedHalalas === 0)
  const booked = bookedOf(line)
  const [likely, unlikely] = [
    booked.filter(({ bookedHalalas }) => left <= bookedHalalas),
    booked.filter(({ bookedHalalas }) => left > bookedHalalas),
  ]
  const proposed = line.proposals.length + line.purchaseProposals.length + booked.length
  return (
    <>
      {orders.map((order) => (
        <NamedOrder key={order.id} order={order} />
      ))}
      {quotes.map((quote) => (
        <NamedQuote key={quote.quoteId} quote={quote} />
      ))}
      {proposed > 0 ? <p>{t.proposals}</p> : orders.length + quotes.length === 0 ? <p>{t.noProposal}</p> : null}
      <Commands>
        {likely.map((money) => (
          <Booked key={money.path} line={line} money={money} />
        ))}
        {line.proposals.map((proposal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no other key and are made anew together
          <Proposed key={index} line={line} proposal={proposal} id={`pay-${line.id}-${index}`} />
        ))}
        {line.purchaseProposals.map((proposal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: proposals have no other key and are made anew together
          <ProposedPurchases key={index} line={line} proposal={proposal} id={`pay-purchase-${line.id}-${index}`} />
        ))}
        {unlikely.map((money) => (
          <Booked key={money.path} line={line} money={money} />
        ))}
        <OtherOrder line={line} />
        <SetAside line={line} />
      </Commands>
    </>
  )
}

type Proposal = BankLine['proposals'][number]

function Proposed({ line, proposal, id }: { line: BankLine; proposal: Proposal; id: string }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const { orders, reasons, lineIds, otherLines } = proposal
  const left = line.amountHalalas - line.usedHalalas
  const isDifferent = reasons.includes('lessThanOrder') || reasons.includes('moreThanOrder')
  // Several orders or movements are proposed only where the sum is equal.
  const parts = orders.map((order) => `${order.id}:${isDifferent ? left : order.missingHalalas}`).join(',')
  return (
    <Command
      intent="pay"
      id={id}
      title={
        <span className={styles.proposal}>
          {orders.map(({ id: orderId, reference, learner }) => (
            <span key={orderId}>
              <bdi dir="ltr">{reference}</bdi> · <bdi>{learner}</bdi>
            </span>
          ))}
          <Reasons reasons={reasons} labels={t.reasons} lineIds={lineIds} />
        </span>
      }
      happens={
        <>
          <ul>
            {orders.map(({ id: orderId, reference, course, missingHalalas }) => (
              <li key={orderId}>
                <Link to={deskLink(lang, `orders/${orderId}`)}>
                  <bdi dir="ltr">{reference}</bdi>
                </Link>{' '}
                <bdi>{course}</bdi> · {t.missing(formatMoney(missingHalalas, lang))}
              </li>
            ))}
          </ul>
          <OtherLines lines={otherLines} />
          <p>{isDifferent ? t.differs(formatMoney(left, lang)) : t.payHappens}</p>
        </>
      }
      submit={t.pay}
      labels={{ difference: t.differenceKnown, note: t.note }}
      hidden={{ lineIds: lineIds.join(','), parts }}
    >
      {isDifferent ? (
        <Difference intent="pay" id={id} arrived={reasons.includes('lessThanOrder') ? 'less' : 'more'} />
      ) : null}
    </Command>
  )
}

type ProposedPurchasesProps = { line: BankLine; proposal: BankLine['purchaseProposals'][number]; id: string }

function ProposedPurchases({
  line,
  proposal: { purchases, reasons, lineIds, otherLines },
  id,
}: ProposedPurchasesProps) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const left = line.amountHalalas - line.usedHalalas
  const isLess = reasons.includes('lessThanOrder')
  // What is more than the company owes stays open.
  const parts = purchases.map(({ quoteId, dueHalalas }) => `${quoteId}:${isLess ? left : dueHalalas}`).join(',')
  return (
    <Command
      intent="payPurchases"
      id={id}
      title={
        <span className={styles.proposal}>
          {purchases.map(({ quoteId, number, company }) => (
            <span key={quoteId}>
              <bdi dir="ltr">{number}</bdi> · <bdi>{company}</bdi>
            </span>
          ))}
          <Reasons reasons={reasons} labels={t.purchaseReasons} lineIds={lineIds} />
        </span>
      }
      happens={
        <>
          <ul>
            {purchases.map(({ quoteId, number, dueHalalas }) => (
              <li key={quoteId}>
                <Link to={deskLink(lang, `quotes/${quoteId}`)}>
                  <bdi dir="ltr">{number}</bdi>
                </Link>{' '}
                {t.missing(formatMoney(dueHalalas, lang))}
              </li>
            ))}
          </ul>
          <OtherLines lines={otherLines} />
          <p>{t.payPurchaseHappens}</p>
        </>
      }
      submit={t.pay}
      labels={{}}
      hidden={{ lineIds: lineIds.join(','), parts }}
    />
  )
}

/** The movements that are used beside the one that the proposal stands at. */
function OtherLines({ lines }: { lines: Proposal['otherLines'] }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  if (lines.length === 0) return null
  return (
    <>
      <p>{t.otherLines(lines.length)}</p>
      <ul>
        {lines.map(({ id, day, leftHalalas, payerName, bankReference }) => (
          <li key={id}>
            {formatMoney(leftHalalas, lang)} · {formatDay(day, lang)}
            {payerName ? (
              <>
                {' · '}
                <bdi>{payerName}</bdi>
              </>
            ) : null}
            {bankReference ? (
              <>
                {' · '}
                {t.bankReference}: <bdi dir="ltr">{bankReference}</bdi>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why a payment is proposed, and with how many other movements. */
function Reasons<Reason extends string>({
  reasons,
  labels,
  lineIds,
}: {
  reasons: readonly Reason[]
  labels: Readonly<Record<Reason, string>>
  lineIds: readonly unknown[]
}) {
  const t = useDeskTexts('bank')
  const others = lineIds.length - 1
  return (
    <span className={styles.reasons}>
      {reasons.map((reason) => (
        <Badge key={reason} tone={reason === 'lessThanOrder' || reason === 'moreThanOrder' ? 'clay' : 'mint'}>
          {labels[reason]}
        </Badge>
      ))}
      {others > 0 ? <Badge tone="sand">{t.together(others)}</Badge> : null}
    </span>
  )
}

type DifferenceProps = { intent: string; id: string; arrived?: 'less' | 'more' }

/**
 * What to do about an amount that is not what the order owes.
 * @param arrived how it differs, where that is known: then one of the ways has to be chosen
 */
function Difference({ intent, id, arrived }: DifferenceProps) {
  const t = useDeskTexts('bank')
  const field = useCommandField(intent, id)
  const { accept, askRest, refund } = t.differences
  const ways = arrived === 'more' ? { accept, refund } : { accept, askRest, refund }
  const options = { '': arrived ? t.choose : t.isSame, ...ways }
  return (
    <>
      <SelectField
        {...field('difference')}
        label={arrived ? t.differenceKnown : t.difference}
        options={Object.entries(options).map(([value, label]) => ({ value, label }))}
        required={arrived !== undefined}
      />
      <TextAreaField {...field('note')} label={t.note} hint={t.noteHint} rows={2} />
    </>
  )
}

/** Named as the call names what it refuses, so that an error stands at its field. */
export const ORDER_FIELD = 'parts.0.orderId'
export const AMOUNT_FIELD = 'parts.0.amountHalalas'

function OtherOrder({ line }: { line: BankLine }) {
  const t = useDeskTexts('bank')
  const id = `other-${line.id}`
  const field = useCommandField('payOrder', id)
  const amount = field(AMOUNT_FIELD)
  return (
    <Command
      intent="payOrder"
      id={id}
      title={t.byHand}
      happens={t.byHandHappens}
      submit={t.pay}
      labels={{ [ORDER_FIELD]: t.order, [AMOUNT_FIELD]: t.amount, difference: t.difference, note: t.note }}
      hidden={{ lineIds: String(line.id) }}
    >
      <TextField {...field(ORDER_FIELD)} label={t.order} dir="ltr" required />
      <TextField
        {...amount}
        label={t.amount}
        defaultValue={amount.defaultValue ?? riyalsOf(line.amountHalalas - line.usedHalalas)}
        inputMode="decimal"
        dir="ltr"
        required
      />
      <Difference intent="payOrder" id={id} />
    </Command>
  )
}

function SetAside({ line }: { line: BankLine }) {
  const t = useDeskTexts('bank')
  const id = `aside-${line.id}`
  const field = useCommandField('setAside', id)
  return (
    <Command
      intent="setAside"
      id={id}
      title={t.setAside}
      happens={t.setAsideHappens}
      submit={t.setAside}
      labels={{ reason: t.reason }}
      hidden={{ lineIds: String(line.id) }}
    >
      <TextField {...field('reason')} label={t.reason} dir="auto" required />
    </Command>
  )
}
