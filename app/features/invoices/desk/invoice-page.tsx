/** A document with its notes, and the amount that can be added to an invoice afterwards. */

import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { DocumentCommands, DocumentPanel } from '../../../desk/e-invoicing/document-panel.tsx'
import { halalasIn } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { DeskInvoice } from '../notes-contract.ts'
import styles from './invoice.module.css'

const numberOf = (params: { number?: string | undefined }) => params.number ?? ''

export const loader = deskLoader(async ({ api, describe, now }, { request, params }) => {
  const { amount = '', line, done } = queryOf(request)
  const number = numberOf(params)
  const [{ rights }, { attempts }] = await Promise.all([api.desk.me({}), api.eInvoicing.eInvoice({ number })])
  const base = {
    mayIssue: rights.includes('invoices.issue'),
    attempts,
    amount,
    line,
    done,
    today: dayOf(now),
  }
  if (amount !== '')
    try {
      const amountHalalas = halalasIn(amount) ?? Number.NaN
      const invoice = await api.invoices.deskInvoice({ number, amountHalalas, lineId: line })
      return { ...base, invoice, amountErrors: undefined }
    } catch (error) {
      const errors = describe(error)?.fields?.amountHalalas
      if (!errors) throw error
      return { ...base, invoice: await api.invoices.deskInvoice({ number }), amountErrors: errors }
    }
  return { ...base, invoice: await api.invoices.deskInvoice({ number }), amountErrors: undefined }
})

/** After a refusal, too: what the page shows may have become old. */
export const shouldRevalidate = () => true

type Loaded = Awaited<ReturnType<typeof loader>>

export const action = deskAction({
  debit: async ({ api, lang }, form, { params }) => {
    const number = numberOf(params)
    const names = ['quoteId', 'lineId', 'amountHalalas', 'suppliedOn', 'reason', 'known']
    const { quoteId, lineId, ...asked } = fieldsOf(form, ...names)
    if (quoteId) await api.quotes.debitPurchase({ id: quoteId, lineId, ...asked } as never)
    else await api.invoices.issueDebitNote({ number, ...asked } as never)
    return { to: deskLink(lang, `invoices/${number}`, { done: 'debit' }) }
  },
  sendToAuthority: async ({ api, lang }, _form, { params }) => {
    const number = numberOf(params)
    await api.eInvoicing.sendEInvoice({ number })
    return { to: deskLink(lang, `invoices/${number}`, { done: 'sent' }) }
  },
  seeWarnings: async ({ api, lang }, _form, { params }) => {
    const number = numberOf(params)
    await api.eInvoicing.seeEInvoice({ number })
    return { to: deskLink(lang, `invoices/${number}`, { done: 'seen' }) }
  },
  takeBack: async ({ api, lang }, form, { params }) => {
    const number = numberOf(params)
    const { quoteId, ...asked } = fieldsOf(form, 'quoteId', 'reason', 'known')
    if (quoteId) await api.quotes.takePurchaseDebitBack({ id: quoteId, number, ...asked } as never)
    else await api.invoices.takeDebitNoteBack({ number, ...asked } as never)
    return { to: deskLink(lang, `invoices/${number}`, { done: 'takeBack' }) }
  },
})

export const meta = deskMeta<'books', Loaded>('books', (t, loaded) => loaded?.invoice.number ?? t.invoices.title)

export default function InvoicePage() {
  const { invoices: t, treatments } = useDeskTexts('books')
  const { record } = useDeskTexts('eInvoicing')
  const lang = useLang()
  const loaded = useLoaderData<typeof loader>()
  const { invoice, done, mayIssue, attempts } = loaded
  const { confirm } = useDeskAnswer()
  const { number, kind, original, amounts, sale, reason, notes } = invoice
  return (
    <>
      <DeskHead
        title={<bdi dir="ltr">{number}</bdi>}
        lead={<bdi>{invoice.buyer ?? t.erased}</bdi>}
        above={{ title: t.title, path: 'invoices' }}
        badge={<KindBadge kind={kind} />}
      />
      {done && !confirm ? (
        <DoneAlert>{done === 'sent' ? record.sent : done === 'seen' ? record.seenDone : t.done}</DoneAlert>
      ) : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <RecordSides
        aside={
          mayIssue ? (
            <>
              <DocumentCommands attempts={attempts} />
              {kind === 'invoice' ? <AddAmount {...loaded} /> : null}
              {kind === 'debit-note' && notes.length === 0 ? (
                <Commands>
                  <TakeBack invoice={invoice} />
                </Commands>
              ) : null}
            </>
          ) : null
        }
      >
        <Panel title={t.facts} actions={<a href={invoice.url}>{t.view}</a>}>
          <Facts
            facts={[
              [t.issued, <Moment key="issued" iso={invoice.issuedAt} />],
              [
                t.order,
                <Link key="order" to={deskLink(lang, salePath(sale))}>
                  {sale.reference}
                </Link>,
              ],
              [
                t.original,
                original ? (
                  <Link key="original" to={deskLink(lang, `invoices/${original}`)}>
                    {original}
                  </Link>
                ) : null,
              ],
              [t.debit.suppliedOn, invoice.suppliedOn && formatDay(`${invoice.suppliedOn}T12:00:00+03:00`, lang)],
              [t.reason, reason ? <bdi key="reason">{reason}</bdi> : null],
              [
                t.treatment,
                [...new Set(invoice.lines.map(({ treatment }) => treatments[treatment]))].join(separatorOf(lang)),
              ],
              [t.net, <Money key="net" halalas={amounts.netHalalas} exact />],
              [t.vat, <Money key="vat" halalas={amounts.vatHalalas} exact />],
              [t.total, <Money key="total" halalas={amounts.totalHalalas} exact />],
              [t.balance, notes.length > 0 ? <Money key="balance" halalas={invoice.balanceHalalas} exact /> : null],
            ]}
          />
        </Panel>
        <DocumentPanel number={number} attempts={attempts} />
        <Panel title={t.notesOf}>
          <RecordList
            label={t.notesOf}
            rows={notes}
            keyOf={(note) => note.number}
            pathOf={(note) => `invoices/${note.number}`}
            empty={<p>{t.noNotes}</p>}
            columns={[
              { name: 'number', title: t.number, cell: (note) => <bdi dir="ltr">{note.number}</bdi> },
              { name: 'kind', title: t.kind, cell: (note) => <KindBadge kind={note.kind} /> },
              { name: 'issued', title: t.issued, cell: (note) => <Moment iso={note.issuedAt} /> },
              { name: 'reason', title: t.reason, cell: (note) => <bdi>{note.reason}</bdi> },
              {
                ...{ name: 'total', title: t.total, numeric: true },
                cell: (note) => <Money halalas={note.totalHalalas} exact />,
              },
            ]}
          />
        </Panel>
      </RecordSides>
    </>
  )
}

const salePath = ({ orderId, quoteId }: DeskInvoice['sale']) =>
  orderId === null ? `quotes/${quoteId}` : `orders/${orderId}`

function KindBadge({ kind }: Pick<DeskInvoice, 'kind'>) {
  const { invoices: t } = useDeskTexts('books')
  return <Badge tone={kind === 'invoice' ? 'mint' : kind === 'credit-note' ? 'clay' : 'sand'}>{t.kinds[kind]}</Badge>
}

/** First the amount, which shows what would be issued; then the command that issues it. */
function AddAmount({ invoice, amount, line, amountErrors, today }: Loaded) {
  const { invoices: t } = useDeskTexts('books')
  const lang = useLang()
  const lines = invoice.lines.filter(({ lineId }) => lineId !== null)
  return (
    <Panel title={t.debit.title} isForScreen>
      <p>{t.debit.lead}</p>
      <Form key={`${amount} ${line}`} className={styles.form} preventScrollReset>
        {lines.length > 0 ? (
          <SelectField
            name="line"
            label={t.debit.line}
            defaultValue={line ?? String(lines[0]!.lineId)}
            options={lines.map(({ lineId, description, totalHalalas }) => ({
              ...{ value: String(lineId), label: `${description} · ${formatMoney(totalHalalas, lang)}` },
            }))}
            required
          />
        ) : null}
        <TextField
          name="amount"
          label={t.debit.amount}
          errors={amountErrors}
          defaultValue={amount}
          inputMode="decimal"
          dir="ltr"
          required
        />
        <Button type="submit" variant="quiet" size="small">
          {t.debit.show}
        </Button>
      </Form>
      {invoice.preview ? (
        <Commands>
          <Debit invoice={invoice} preview={invoice.preview} lineId={line} today={today} />
        </Commands>
      ) : null}
    </Panel>
  )
}

type Debited = {
  invoice: DeskInvoice
  preview: NonNullable<DeskInvoice['preview']>
  lineId: string | undefined
  today: string
}

function Debit({ invoice, preview, lineId, today }: Debited) {
  const { invoices: t } = useDeskTexts('books')
  const lang = useLang()
  const field = useCommandField('debit')
  const suppliedOn = field('suppliedOn')
  const { netHalalas, vatHalalas, totalHalalas } = preview
  const [net, vat, total] = [netHalalas, vatHalalas, totalHalalas].map((halalas) => formatMoney(halalas, lang))
  return (
    <Command
      intent="debit"
      title={t.debit.submit}
      happens={t.debit.happens(net!, vat!, total!, invoice.buyer ?? t.erased)}
      submit={t.debit.submit}
      labels={{ suppliedOn: t.debit.suppliedOn, reason: t.debit.reason, amountHalalas: t.debit.amount }}
      isOpen
    >
      <SaleOf invoice={invoice} />
      {lineId ? <input type="hidden" name="lineId" value={lineId} /> : null}
      <input type="hidden" name="amountHalalas" value={totalHalalas} />
      <input type="hidden" name="known" value={invoice.notes.length} />
      <TextField
        {...suppliedOn}
        type="date"
        label={t.debit.suppliedOn}
        hint={t.debit.suppliedOnHint}
        defaultValue={suppliedOn.defaultValue ?? today}
        min={dayOf(new Date(invoice.issuedAt))}
        max={today}
        required
      />
      <TextAreaField {...field('reason')} label={t.debit.reason} rows={2} required />
    </Command>
  )
}

/** A company's purchase has calls of its own. */
function SaleOf({ invoice: { sale } }: { invoice: DeskInvoice }) {
  return sale.quoteId === null ? null : <input type="hidden" name="quoteId" value={sale.quoteId} />
}

function TakeBack({ invoice }: { invoice: DeskInvoice }) {
  const { invoices: t } = useDeskTexts('books')
  const lang = useLang()
  const field = useCommandField('takeBack')
  return (
    <Command
      intent="takeBack"
      title={t.takeBack.title}
      happens={t.takeBack.happens(formatMoney(invoice.amounts.totalHalalas, lang))}
      submit={t.takeBack.submit}
      labels={{ reason: t.debit.reason }}
    >
      <SaleOf invoice={invoice} />
      <input type="hidden" name="known" value={invoice.notes.length} />
      <TextAreaField {...field('reason')} label={t.debit.reason} rows={2} required />
    </Command>
  )
}
