/** What can be done with a quote next, each with what will happen. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { RecordChargeback } from '../../../desk/chargebacks/cases.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { riyalsOf } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { formatDay, formatMoney, formatNumber, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CardAttempt, Credit } from '../../purchase-payments/contract.ts'
import type { Quote, QuoteLineView } from '../desk-contract.ts'
import { ChangeContact, SeatNames, UndoPayments } from './quote-corrections.tsx'
import { shortRuns } from './short-runs.ts'

type Props = { quote: Quote }
type Disputable = ComponentProps<typeof RecordChargeback>['payments']
type Context = { attempts: CardAttempt[]; credit: Credit | null; disputable: Disputable; today: string }

export function QuoteCommands({ quote, attempts, credit, disputable, today }: Props & Context) {
  const t = useDeskTexts('quotes')
  const { state } = quote
  return (
    <Panel title={t.next} isForScreen>
      {quote.lines.length > 0 ? (
        <p>
          <a href={`/api/admin/quotes/${quote.id}/pdf`} target="_blank" rel="noreferrer">
            {t.preview}
          </a>
        </p>
      ) : (
        <p>{t.seatsFirst}</p>
      )}
      <Commands>
        {state === 'draft' && quote.lines.length > 0 ? <Send quote={quote} /> : null}
        {state === 'sent' ? <Accept quote={quote} /> : null}
        {state !== 'draft' && state !== 'accepted' ? (
          <Command intent="revise" title={t.revise.title} happens={t.revise.happens} submit={t.revise.submit} />
        ) : null}
        {state === 'sent' || state === 'expired' ? <Withdraw /> : null}
        {state === 'accepted' ? null : <ChangeContact quote={quote} />}
        {state === 'accepted' ? <OfPurchase quote={quote} attempts={attempts} credit={credit} today={today} /> : null}
      </Commands>
      <RecordChargeback payments={disputable} />
    </Panel>
  )
}

function Send({ quote: { contact, totals, company, lines } }: Props) {
  const { send: t, total } = useDeskTexts('quotes')
  const lang = useLang()
  return (
    <Command
      intent="send"
      title={t.title}
      happens={
        <>
          <p>{t.happens(contact.name, contact.email)}</p>
          <p>{t.noSeats}</p>
          <ShortRuns lines={lines} />
          {company.hasAddress ? null : (
            <Alert kind="warning">
              {t.noAddress}{' '}
              <Link to={deskLink(lang, `companies/${company.id}`)}>
                <bdi>{company.name}</bdi>
              </Link>
            </Alert>
          )}
          <p>
            {total}: {formatMoney(totals.totalHalalas, lang)}
          </p>
        </>
      }
      submit={t.submit}
    >
      {/* Not among the values that tell one command from another: after a refusal it is another one. */}
      <input type="hidden" name="totalHalalas" value={totals.totalHalalas} />
    </Command>
  )
}

/** Runs in which acceptance would be refused as they are. */
function ShortRuns({ lines }: Pick<Quote, 'lines'>) {
  const { tooFewSeats, toRun } = useDeskTexts('quotes')
  const lang = useLang()
  return shortRuns(lines).map(({ id, course, startsAt, wanted, seatsLeft }) => (
    <Alert key={id} kind="warning">
      {tooFewSeats(course, formatWeekday(startsAt, lang), wanted, seatsLeft)}{' '}
      <Link to={deskLink(lang, `runs/${id}`)}>{toRun}</Link>
    </Alert>
  ))
}

function Accept({ quote }: Props) {
  const { accept: t } = useDeskTexts('quotes')
  const field = useCommandField('accept')
  return (
    <Command
      intent="accept"
      title={t.title}
      happens={
        <>
          <p>{t.happens}</p>
          <ShortRuns lines={quote.lines} />
        </>
      }
      submit={t.submit}
      labels={{ name: t.name, role: t.role, note: t.note }}
    >
      <input type="hidden" name="totalHalalas" value={quote.totals.totalHalalas} />
      <TextField {...field('name')} label={t.name} dir="auto" autoComplete="off" required />
      <TextField {...field('role')} label={t.role} dir="auto" autoComplete="off" required />
      <TextField {...field('note')} label={t.note} hint={t.noteHint} dir="auto" autoComplete="off" required />
    </Command>
  )
}

function Withdraw() {
  const { withdraw: t } = useDeskTexts('quotes')
  const field = useCommandField('withdraw')
  return (
    <Command intent="withdraw" title={t.title} happens={t.happens} submit={t.submit} labels={{ reason: t.reason }}>
      <TextField {...field('reason')} label={t.reason} dir="auto" required />
    </Command>
  )
}

function OfPurchase({ quote, attempts, credit, today }: Props & Omit<Context, 'disputable'>) {
  const openIn = (line: QuoteLineView, states: readonly string[]) =>
    quote.seats.filter(({ lineId, state }) => lineId === line.id && states.includes(state)).length
  return (
    <>
      <RefundCard quote={quote} attempts={attempts} />
      {credit && credit.usableHalalas > 0 ? <UseCredit credit={credit} /> : null}
      <Payment quote={quote} today={today} />
      {quote.releasedAt ? null : <Release />}
      {quote.lines.map((line) => (openIn(line, ['open']) > 0 ? <Names key={`names-${line.id}`} line={line} /> : null))}
      {quote.lines.map((line) => {
        const unused = openIn(line, ['open', 'named'])
        return unused > 0 ? <WithdrawSeats key={`withdraw-${line.id}`} line={line} unused={unused} /> : null
      })}
      <SeatNames seats={quote.seats} />
      <UndoPayments payments={quote.payments} />
    </>
  )
}

function Payment({ quote, today }: Props & { today: string }) {
  const { payment: t } = useDeskTexts('quotes')
  const lang = useLang()
  const field = useCommandField('payment')
  const dueHalalas = quote.money?.dueHalalas ?? 0
  if (dueHalalas === 0) return <p>{t.settled}</p>
  const kind = dueHalalas > 0 ? 'received' : 'returned'
  const due = formatMoney(Math.abs(dueHalalas), lang)
  return (
    <Command
      intent="payment"
      title={t.title}
      happens={kind === 'received' ? t.happens(due) : t.owed(due)}
      submit={t.submit}
      labels={{ amountHalalas: t.amount, reference: t.reference, receivedOn: t.receivedOn, method: t.method }}
    >
      <input type="hidden" name="kind" value={kind} />
      <TextField
        {...field('amountHalalas')}
        label={`${t.kinds[kind]}: ${t.amount}`}
        inputMode="decimal"
        dir="ltr"
        required
      />
      <SelectField
        {...field('method')}
        label={t.method}
        options={Object.entries(t.methods).map(([value, label]) => ({ value, label }))}
        required
      />
      <TextField {...field('reference')} label={t.reference} dir="auto" autoComplete="off" required />
      <TextField
        {...field('receivedOn')}
        defaultValue={field('receivedOn').defaultValue ?? today}
        label={t.receivedOn}
        type="date"
        required
      />
    </Command>
  )
}

function UseCredit({ credit: { usableHalalas, from } }: { credit: Credit }) {
  const { useCredit: t } = useDeskTexts('quotes')
  const lang = useLang()
  const field = useCommandField('useCredit')
  const { defaultValue = riyalsOf(usableHalalas), ...typed } = field('amountHalalas')
  return (
    <Command
      intent="useCredit"
      title={t.title}
      happens={
        <>
          <p>{t.happens(formatMoney(usableHalalas, lang))}</p>
          {from.map(({ id, number, halalas }) => (
            <p key={id}>{t.from(number, formatMoney(halalas, lang))}</p>
          ))}
        </>
      }
      submit={t.submit}
      labels={{ amountHalalas: t.amount, note: t.note }}
    >
      <TextField {...typed} defaultValue={defaultValue} label={t.amount} inputMode="decimal" dir="ltr" required />
      <TextField {...field('note')} label={t.note} dir="auto" autoComplete="off" required />
    </Command>
  )
}

function RefundCard({ quote, attempts }: { quote: Quote; attempts: CardAttempt[] }) {
  const { refundCard: t } = useDeskTexts('quotes')
  const lang = useLang()
  const owed = -(quote.money?.dueHalalas ?? 0)
  const leftOf = (one: CardAttempt) => (one.paidHalalas ?? 0) - one.refundedHalalas - one.lostHalalas
  const paid = attempts.find((one) => one.isBooked && leftOf(one) > 0)
  const id = 'refund-card'
  const field = useCommandField('refundCard', id)
  if (owed <= 0 || !paid) return null
  const max = Math.min(owed, leftOf(paid))
  const { defaultValue = riyalsOf(max), ...typed } = field('amountHalalas')
  return (
    <Command
      intent="refundCard"
      id={id}
      hidden={{ attemptId: paid.id }}
      title={t.title}
      happens={t.happens(formatMoney(max, lang))}
      submit={t.submit}
      labels={{ amountHalalas: t.amount }}
    >
      <TextField {...typed} defaultValue={defaultValue} label={t.amount} inputMode="decimal" dir="ltr" required />
    </Command>
  )
}

function Release() {
  const { release: t } = useDeskTexts('quotes')
  const field = useCommandField('release')
  return (
    <Command intent="release" title={t.title} happens={t.happens} submit={t.submit} labels={{ reason: t.reason }}>
      <TextField {...field('reason')} label={t.reason} dir="auto" required />
    </Command>
  )
}

function Names({ line }: { line: QuoteLineView }) {
  const { names: t } = useDeskTexts('quotes')
  const id = `names-${line.id}`
  const field = useCommandField('names', id)
  return (
    <Command
      intent="names"
      id={id}
      hidden={{ lineId: String(line.id) }}
      title={t.title(line.course.name)}
      happens={t.happens}
      submit={t.submit}
      labels={{ names: t.list, file: t.file }}
      takesFile
    >
      <TextAreaField {...field('names')} label={t.list} hint={t.hint} rows={8} dir="auto" />
      <TextField
        {...{ ...field('file'), defaultValue: undefined }}
        type="file"
        label={t.file}
        hint={t.fileHint}
        accept=".xlsx,.csv,text/csv"
      />
    </Command>
  )
}

function WithdrawSeats({ line, unused }: { line: QuoteLineView; unused: number }) {
  const { withdrawSeats: t } = useDeskTexts('quotes')
  const lang = useLang()
  const id = `withdraw-${line.id}`
  const field = useCommandField('withdrawSeats', id)
  return (
    <Command
      intent="withdrawSeats"
      id={id}
      hidden={{ lineId: String(line.id) }}
      title={t.title(line.course.name)}
      happens={
        <>
          <p>{t.happens(formatNumber(unused))}</p>
          {line.withdrawableUntil ? (
            <p>{t.until(formatDay(new Date(Date.parse(line.withdrawableUntil) - 1).toISOString(), lang))}</p>
          ) : null}
        </>
      }
      submit={t.submit}
      labels={{ seats: t.count, reason: t.reason }}
    >
      <TextField {...field('seats')} label={t.count} inputMode="numeric" dir="ltr" required />
      <TextField {...field('reason')} label={t.reason} dir="auto" required />
    </Command>
  )
}
