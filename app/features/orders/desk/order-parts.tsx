/** The parts in which an order is paid, and what staff do about the next one. */
import { riyalsOf } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DeskOrder, EndPreview } from './desk-order.ts'
import styles from './order.module.css'

type Props = { order: DeskOrder; rights: readonly string[]; isMissed: boolean; endPreview: EndPreview | null }

export function OrderParts({ order, rights, isMissed, endPreview }: Props) {
  const t = useDeskTexts('sales').parts
  const { parts, isPaused, nextPart } = order
  if (parts.length === 0) return null
  const next = parts.find(({ part }) => part === nextPart)
  const isPending = order.status === 'pending'
  const isOwed = isPending || next !== undefined
  const owedHalalas = isPending ? order.totalHalalas : order.unpaidHalalas
  const may = new Set(rights)
  const addressOf = (part: number) => order.partReceipts.find((one) => one.part === part)?.address
  return (
    <Panel
      title={t.title}
      actions={isMissed ? <Badge tone="clay">{isPaused ? t.pausedState : t.missedState}</Badge> : undefined}
    >
      <ul className={styles.lines}>
        {parts.map(({ part, amountHalalas, dueAt, paidAt, invoice, receipt, answer }) => (
          <li key={part}>
            <span>
              {t.part(part)}
              {invoice ? (
                <>
                  {' · '}
                  <a href={invoice.url}>
                    <bdi dir="ltr">{invoice.number}</bdi>
                  </a>
                </>
              ) : null}
              {receipt ? (
                <>
                  {' · '}
                  <a href={addressOf(part)} target="_blank" rel="noreferrer">
                    {t.receipt} (<bdi>{receipt.name}</bdi>)
                  </a>
                </>
              ) : null}
              <small>
                {paidAt ? t.paidAt : isOwed ? t.dueAt : t.ended}{' '}
                {paidAt || isOwed ? (
                  // The first part pays for the order, which is kept for a time.
                  <Moment iso={paidAt ?? (isPending && part === 1 ? order.expiresAt : dueAt)} />
                ) : null}
              </small>
              {answer !== null ? (
                <small>
                  <bdi>{t.declined(answer)}</bdi>
                </small>
              ) : null}
            </span>
            <Money halalas={amountHalalas} exact />
          </li>
        ))}
        <li>
          <strong>{t.owed}</strong>
          <strong>
            <Money halalas={isOwed ? owedHalalas : 0} exact />
          </strong>
        </li>
      </ul>
      {next ? (
        <Commands>
          {may.has('transfers.decide') ? <RecordPart part={next} /> : null}
          {may.has('transfers.decide') && next.receipt && next.answer === null ? (
            <DeclineReceipt part={next.part} />
          ) : null}
          {may.has('orders.change') ? <ExtendPart part={next} /> : null}
          {may.has('orders.change') && isMissed && !isPaused ? <WithNote intent="pauseAccess" /> : null}
          {may.has('orders.change') && isPaused ? <WithNote intent="resumeAccess" /> : null}
          {endPreview ? <EndMissed preview={endPreview} /> : null}
        </Commands>
      ) : null}
    </Panel>
  )
}

type Part = DeskOrder['parts'][number]

function RecordPart({ part: { part, amountHalalas } }: { part: Part }) {
  const { record: t, ways } = useDeskTexts('sales').parts
  const lang = useLang()
  // What was typed for one part is not for the next.
  const id = `recordPart-${part}`
  const field = useCommandField('recordPart', id)
  const amount = field('amountHalalas')
  return (
    <Command
      intent="recordPart"
      id={id}
      title={t.title(part)}
      happens={t.happens(formatMoney(amountHalalas, lang))}
      submit={t.submit}
      hidden={{ part: String(part) }}
      labels={{ by: t.by, amountHalalas: t.amount, moneyReference: t.reference }}
    >
      <SelectField
        {...field('by')}
        label={t.by}
        options={(['transfer', 'cash'] as const).map((value) => ({ value, label: ways[value] }))}
        required
      />
      <TextField
        {...amount}
        label={t.amount}
        defaultValue={amount.defaultValue ?? riyalsOf(amountHalalas)}
        inputMode="decimal"
        dir="ltr"
        required
      />
      <TextField {...field('moneyReference')} label={t.reference} hint={t.referenceHint} dir="auto" required />
    </Command>
  )
}

function DeclineReceipt({ part }: { part: number }) {
  const { parts, reason, decline } = useDeskTexts('sales')
  const { title, happens, submit } = parts.declineReceipt
  const id = `declineReceipt-${part}`
  const field = useCommandField('declineReceipt', id)
  return (
    <Command
      intent="declineReceipt"
      id={id}
      title={title(part)}
      happens={happens}
      submit={submit}
      hidden={{ part: String(part) }}
      labels={{ reason }}
    >
      <TextAreaField {...field('reason')} label={reason} hint={decline.reasonHint} rows={3} required />
    </Command>
  )
}

function ExtendPart({ part: { part, dueAt } }: { part: Part }) {
  const { extend: t } = useDeskTexts('sales').parts
  const note = useDeskTexts('sales').reason
  const id = `extendPart-${part}`
  const field = useCommandField('extendPart', id)
  return (
    <Command
      intent="extendPart"
      id={id}
      title={t.title(part)}
      happens={
        <>
          <p>
            {t.now} <Moment iso={dueAt} />
          </p>
          <p>{t.happens}</p>
        </>
      }
      submit={t.submit}
      hidden={{ part: String(part) }}
      labels={{ day: t.day, note }}
    >
      <TextField {...field('day')} label={t.day} type="date" dir="ltr" required />
      <TextAreaField {...field('note')} label={note} hint={t.noteHint} rows={2} required />
    </Command>
  )
}

function WithNote({ intent }: { intent: 'pauseAccess' | 'resumeAccess' }) {
  const { parts, reason } = useDeskTexts('sales')
  const { title, happens, submit, noteHint } = parts[intent]
  const field = useCommandField(intent)
  return (
    <Command intent={intent} title={title} happens={happens} submit={submit} labels={{ note: reason }}>
      <TextAreaField {...field('note')} label={reason} hint={noteHint} rows={2} required />
    </Command>
  )
}

function EndMissed({ preview: { paidHalalas, unpaidHalalas } }: { preview: EndPreview }) {
  const { end: t } = useDeskTexts('sales').parts
  const { reason } = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('endMissed')
  return (
    <Command
      intent="endMissed"
      title={t.title}
      happens={
        <>
          <p>{t.money(formatMoney(paidHalalas, lang), formatMoney(unpaidHalalas, lang))}</p>
          <p>{t.happens}</p>
        </>
      }
      submit={t.submit}
      hidden={{ paidHalalas: String(paidHalalas) }}
      labels={{ refundHalalas: t.refund, reason }}
    >
      <TextField
        {...field('refundHalalas')}
        label={t.refund}
        hint={t.refundHint}
        inputMode="decimal"
        dir="ltr"
        required
      />
      <TextAreaField {...field('reason')} label={reason} hint={t.reasonHint} rows={3} required />
    </Command>
  )
}
