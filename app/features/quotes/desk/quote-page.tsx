/** A quote: its lines and terms, what was answered, and the purchase that followed. */
import { Link, useLoaderData } from 'react-router'
import { caseIntents, factsIn } from '../../../desk/chargebacks/case-intents.ts'
import { Cases } from '../../../desk/chargebacks/cases.tsx'
import { courseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { SentMails } from '../../../desk/messages/sent-mails.tsx'
import { halalasIn } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import type { PageRequest } from '../../../request-context.ts'
import { Money } from '../../../ui/content/money.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { Quote } from '../desk-contract.ts'
import { CardAttempts } from './card-attempts.tsx'
import { Purchase, Seats } from './purchase.tsx'
import { QuoteBadge } from './quote-badge.tsx'
import { QuoteCommands } from './quote-commands.tsx'
import { AddLine, Lines } from './quote-lines.tsx'
import { QuoteTerms } from './quote-terms.tsx'
import styles from './quotes.module.css'

const idOf = (params: { id?: string | undefined }) => Number(params.id) || 0

export const loader = deskLoader(async (page, { params, request }) => {
  const id = idOf(params)
  // Asking about open payment pages may have booked one.
  const attempts = await page.api.purchasePayments.cardAttempts({ id })
  const quote = await page.api.quotes.quote({ id })
  const { mails } = await page.api.quotes.quoteMails({ id })
  const refunds = attempts.length > 0 ? await page.api.purchasePayments.cardRefunds({ id }) : []
  const [cases, { rights }] = await Promise.all([
    page.api.chargebacks.chargebacksOfPurchase({ id }),
    page.api.desk.me({}),
  ])
  const mayUseCredit = rights.includes('payments.match') && (quote.money?.dueHalalas ?? 0) > 0
  const credit = mayUseCredit ? await page.api.purchasePayments.companyCredit({ id }) : null
  const { done: said, ...query } = queryOf(request)
  const courses = await courseFilter(page, quote.state === 'draft' ? query.course : undefined, dayOf(page.now))
  return {
    quote,
    mails,
    attempts,
    refunds,
    cases,
    credit,
    mayDecide: rights.includes('refunds.send'),
    said,
    query,
    courses,
    today: dayOf(page.now),
  }
})

type Said = keyof ReturnType<typeof useDoneTexts>
const useDoneTexts = () => useDeskTexts('quotes').done

/** @param said what was done, where the page does not show it by itself */
const done = (lang: 'ar' | 'en', id: number, said?: Said) => ({ to: deskLink(lang, `quotes/${id}`, { done: said }) })

/** An amount of riyals as typed; the call refuses what is none at its field. */
const amount = (form: FormData, name: string) => {
  const halalas = halalasIn(form.get(name))
  return halalas === undefined ? undefined : Number.isNaN(halalas) ? 'x' : halalas
}

type Perform = (api: PageRequest['api'], id: string, form: FormData, files: PageRequest['files']) => Promise<unknown>

/** Performs a command on a chargeback of the purchase. */
const onCase =
  (perform: Perform) =>
  async ({ api, lang, files }: PageRequest, form: FormData, { params }: { params: { id?: string } }) => {
    await perform(api, '', form, files)
    return done(lang, idOf(params))
  }

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const { version, changes } = changesIn(form)
    const numbers = (name: string, text: string) => (/Days$/.test(name) ? Number(text) : text)
    const typed = Object.fromEntries(
      Object.entries(changes).map(([name, { from, to }]) => [name, { from: numbers(name, from), to }]),
    )
    await api.quotes.changeQuote({ id, version, changes: typed } as never)
    return done(lang, id)
  },
  addLine: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const fields = fieldsOf(form, 'courseId', 'scheduleId', 'seats')
    const money = { unitHalalas: amount(form, 'unitHalalas'), discountHalalas: amount(form, 'discountHalalas') }
    await api.quotes.addQuoteLine({ id, ...fields, ...money } as never)
    return done(lang, id)
  },
  removeLine: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.removeQuoteLine({ id, ...fieldsOf(form, 'lineId') } as never)
    return done(lang, id)
  },
  send: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.sendQuote({ id, ...fieldsOf(form, 'totalHalalas') } as never)
    return done(lang, id, 'sent')
  },
  revise: async ({ api, lang }, _, { params }) => {
    const id = idOf(params)
    await api.quotes.reviseQuote({ id })
    return done(lang, id, 'revised')
  },
  withdraw: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.withdrawQuote({ id, ...fieldsOf(form, 'reason') } as never)
    return done(lang, id, 'withdrawn')
  },
  accept: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.recordAcceptance({ id, ...fieldsOf(form, 'name', 'role', 'note', 'totalHalalas') } as never)
    return done(lang, id, 'accepted')
  },
  payment: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const fields = fieldsOf(form, 'kind', 'method', 'reference', 'receivedOn')
    await api.quotes.recordCompanyPayment({ id, ...fields, amountHalalas: amount(form, 'amountHalalas') } as never)
    return done(lang, id, 'booked')
  },
  useCredit: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const amountHalalas = amount(form, 'amountHalalas')
    await api.purchasePayments.useCredit({ id, amountHalalas, ...fieldsOf(form, 'note') } as never)
    return done(lang, id, 'booked')
  },
  refundCard: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const { attemptId = '' } = fieldsOf(form, 'attemptId')
    await api.purchasePayments.refundCard({ id, attemptId, amountHalalas: amount(form, 'amountHalalas') } as never)
    return done(lang, id, 'refunded')
  },
  contact: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.changeQuoteContact({ id, ...fieldsOf(form, 'name', 'email', 'phone') } as never)
    return done(lang, id, 'contact')
  },
  undoPayment: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.undoCompanyPayment({ id, ...fieldsOf(form, 'paymentId', 'reason') } as never)
    return done(lang, id, 'undone')
  },
  renameSeat: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.renameSeat({ id, ...fieldsOf(form, 'seatId', 'name', 'email') } as never)
    return done(lang, id, 'renamed')
  },
  takeNameOff: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.takeNameOff({ id, ...fieldsOf(form, 'seatId') } as never)
    return done(lang, id, 'nameOff')
  },
  sendMail: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.sendQuoteMailAgain({ id, ...fieldsOf(form, 'mailId') } as never)
    return done(lang, id, 'mailSent')
  },
  release: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.releaseSeats({ id, ...fieldsOf(form, 'reason') } as never)
    return done(lang, id, 'released')
  },
  withdrawSeats: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.quotes.withdrawSeats({ id, ...fieldsOf(form, 'lineId', 'seats', 'reason') } as never)
    return done(lang, id, 'seatsBack')
  },
  chargeback: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const fields = { ...factsIn(form), ...fieldsOf(form, 'attemptId') }
    await api.chargebacks.recordPurchaseChargeback({ id, ...fields } as never)
    return done(lang, id, 'chargeback')
  },
  chargebackNote: onCase(caseIntents.chargebackNote),
  chargebackWon: onCase(caseIntents.chargebackWon),
  chargebackLost: onCase(caseIntents.chargebackLost),
  names: async ({ api, lang, files }, form, { params }) => {
    const id = idOf(params)
    const sent = files.get('file')
    const fields = { id, ...fieldsOf(form, 'lineId') }
    const file = sent && new File([Uint8Array.from(await sent.bytes())], sent.name)
    if (file) await api.quotes.nameQuoteSeatsByFile({ ...fields, file } as never)
    else await api.quotes.nameQuoteSeats({ names: '', ...fields, ...fieldsOf(form, 'names') } as never)
    return done(lang, id, 'named')
  },
})

type Loaded = Awaited<ReturnType<typeof loader>>

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const meta = deskMeta<'quotes', Loaded>('quotes', (t, loaded) => loaded?.quote.number ?? t.title)

export default function QuotePage() {
  const t = useDeskTexts('quotes')
  const { quote, mails, attempts, refunds, cases, credit, mayDecide, said, query, courses, today } =
    useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const isDraft = quote.state === 'draft'
  const done = t.done[said as Said]
  return (
    <>
      <DeskHead
        title={
          <>
            <bdi dir="ltr">{quote.number}</bdi> <QuoteBadge state={quote.state} />
          </>
        }
        above={{ title: t.title, path: 'quotes' }}
      />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      {done && !confirm ? <DoneAlert>{done}</DoneAlert> : null}
      <RecordSides
        next={t.next}
        aside={
          <QuoteCommands quote={quote} attempts={attempts} credit={credit} disputable={cases.payments} today={today} />
        }
      >
        <Panel title={t.lines}>
          <Lines quote={quote} />
          <p className={styles.total}>
            <span>
              {t.net}: <Money halalas={quote.totals.netHalalas} exact />
            </span>
            <span>
              {t.vat}: <Money halalas={quote.totals.vatHalalas} exact />
            </span>
            <span>
              {t.total}: <Money halalas={quote.totals.totalHalalas} exact />
            </span>
          </p>
        </Panel>
        {isDraft ? <AddLine id={quote.id} query={query} courses={courses} /> : null}
        {quote.money ? <Purchase quote={quote} money={quote.money} /> : null}
        {attempts.length > 0 ? <CardAttempts attempts={attempts} refunds={refunds} /> : null}
        <Cases cases={cases.items} mayDecide={mayDecide} />
        {quote.seats.length > 0 ? <Seats quote={quote} /> : null}
        {isDraft ? <QuoteTerms quote={quote} /> : null}
        <SentMails mails={mails} maySend email={quote.contact.email} texts={t.mails} />
        <QuoteFacts quote={quote} />
      </RecordSides>
    </>
  )
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  const { company, contact, enquiry, answer } = quote
  const day = (iso: string) => formatDay(`${iso}T12:00:00+03:00`, lang)
  return (
    <Panel title={t.facts}>
      <Facts
        facts={[
          [
            t.company,
            <Link key="company" to={deskLink(lang, `companies/${company.id}`)}>
              <bdi>{company.name}</bdi>
            </Link>,
          ],
          [
            t.contact,
            <span key="contact">
              <bdi>{contact.name}</bdi> · <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </span>,
          ],
          [
            t.phone,
            contact.phone ? (
              <a key="phone" href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
                <bdi dir="ltr">{contact.phone}</bdi>
              </a>
            ) : null,
          ],
          [
            t.enquiry,
            enquiry ? (
              <Link key="enquiry" to={deskLink(lang, `enquiries/${enquiry}`)}>
                {enquiry}
              </Link>
            ) : null,
          ],
          [t.created, <Moment key="created" iso={quote.createdAt} />],
          [t.createdBy, quote.createdBy],
          [t.sentAt, quote.sentAt ? <Moment key="sent" iso={quote.sentAt} /> : null],
          [t.validUntil, day(quote.validUntil)],
          // Of a draft they stand in its form.
          [t.paymentDays, quote.state === 'draft' ? null : formatNumber(quote.paymentDays)],
          [t.withdrawalDays, quote.state === 'draft' ? null : formatNumber(quote.withdrawalDays)],
          [
            t.terms,
            quote.state !== 'draft' && quote.terms ? (
              <span key="terms" className={styles.terms} dir="auto">
                {quote.terms}
              </span>
            ) : null,
          ],
          [t.answer, answer ? <bdi key="answer">{`${answer.name} · ${answer.role}`}</bdi> : null],
          [t.answeredAt, answer ? <Moment key="at" iso={answer.at} /> : null],
          [t.note, answer?.note],
          [
            t.ip,
            answer?.ip ? (
              <bdi key="ip" dir="ltr">
                {answer.ip}
              </bdi>
            ) : null,
          ],
          [t.recordedBy, answer?.recordedBy],
          [
            t.link,
            quote.link && quote.state !== 'withdrawn' ? (
              <span key="link">
                <a className={styles.link} href={quote.link} dir="ltr">
                  {quote.link}
                </a>
                <small className={styles.quiet}>{t.linkHint}</small>
              </span>
            ) : null,
          ],
        ]}
      />
      <p>
        <Link to={deskLink(lang, 'quotes', { company: company.id })}>{t.allOf}</Link>
      </p>
    </Panel>
  )
}
