/** A month of the books: what it comes to, what is open, and closing it. */
import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMonth } from '../../../locales/format-month.ts'
import { LANGS } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { MonthView } from '../contract.ts'
import { isToAccept } from '../figures.ts'
import styles from './closing.module.css'
import { MonthState } from './month-state.tsx'
import { ChangedFigures, Comparisons, MoneyTable, NumbersTable, OpenItems, SalesTable } from './month-tables.tsx'

export const loader = deskLoader(async (page, { request, params }) => {
  const { api } = page
  const query = queryOf(request)
  const [month, { rights }] = await Promise.all([api.closing.closing({ month: params.month ?? '' }), api.desk.me({})])
  const toConfirm = await proofForExport(page, query)
  return { month, mayClose: rights.includes('books.close'), done: query.done !== undefined, toConfirm }
})

/** After a refusal, too: what the page shows may have become old. */
export const shouldRevalidate = () => true

type Loaded = Awaited<ReturnType<typeof loader>>

export const action = deskAction({
  export: exportIntent((params) => `closing/${params.month}`),
  close: async ({ api, lang }, form, { params }) => {
    const month = params.month ?? ''
    const { fingerprint = '', note = '' } = fieldsOf(form, 'fingerprint', 'note')
    await api.closing.closeMonth({ month, fingerprint, note, acceptOpen: form.has('acceptOpen') })
    return { to: deskLink(lang, `closing/${month}`, { done: 'closed' }) }
  },
})

export const meta = deskMeta<'closing', Loaded>('closing', (t, loaded, lang) =>
  loaded ? `${formatMonth(loaded.month.month, lang)} · ${t.title}` : t.title,
)

export default function ClosingPage() {
  const t = useDeskTexts('closing')
  const lang = useLang()
  const { month, mayClose, done, toConfirm } = useLoaderData<typeof loader>()
  const answer = useDeskAnswer()
  const confirm = answer.confirm ?? toConfirm
  return (
    <>
      <DeskHead
        title={formatMonth(month.month, lang)}
        lead={month.closed ? t.signed : t.asNow}
        above={{ title: t.title, path: 'closing' }}
        badge={<MonthState state={month.state} />}
      />
      {month.changed.length > 0 ? (
        <Alert kind="error" title={t.changed.title}>
          {t.changed.body}
        </Alert>
      ) : done && !confirm ? (
        <Alert kind="success">{t.done}</Alert>
      ) : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} reloadDocument={toConfirm !== undefined} /> : null}
      <RecordSides aside={<Aside month={month} mayClose={mayClose} />}>
        <ChangedFigures month={month} />
        <SalesTable month={month} />
        <Comparisons month={month} />
        <MoneyTable month={month} />
        <NumbersTable month={month} />
      </RecordSides>
    </>
  )
}

function Aside({ month, mayClose }: { month: MonthView; mayClose: boolean }) {
  const t = useDeskTexts('closing')
  const lang = useLang()
  const { total, closed, state, from, to } = month
  const cannot = state === 'running' || state === 'waiting' ? t.cannot[state] : undefined
  return (
    <>
      <Panel title={closed ? t.signed : t.asNow}>
        <Facts
          facts={[
            [t.net, <Money key="net" halalas={total.netHalalas} exact />],
            [t.vat, <Money key="vat" halalas={total.vatHalalas} exact />],
            [t.total, <Money key="total" halalas={total.totalHalalas} exact />],
            [t.moneyIn, <Money key="in" halalas={total.inHalalas} exact />],
            [t.moneyBack, <Money key="back" halalas={total.backHalalas} exact />],
            [t.closedAt, closed ? <Moment key="at" iso={closed.at} /> : null],
            [t.closedBy, closed ? <bdi key="by">{closed.by ?? t.erased}</bdi> : null],
            [t.close.note, closed ? <bdi key="note">{closed.note}</bdi> : null],
          ]}
        />
      </Panel>
      <Panel title={closed ? t.openWhenClosed : t.open}>
        <OpenItems month={month} />
      </Panel>
      <Panel title={t.files} isForScreen>
        <p>
          <Link to={deskLink(lang, 'invoices', { from, to })}>{t.documentList}</Link>
        </p>
        <p>
          <Link to={deskLink(lang, 'vat', { from, to })}>{t.vatReturn}</Link>
        </p>
        <ExportLinks path="invoices" query={{ from, to }} />
        <PdfLinks month={month} />
      </Panel>
      {closed ? null : cannot ? (
        <Alert kind="info">{cannot}</Alert>
      ) : mayClose ? (
        <Commands>
          <Close month={month} />
        </Commands>
      ) : null}
    </>
  )
}

/** In either language, as the auditor reads it. */
function PdfLinks({ month: { month, pdfParts } }: { month: MonthView }) {
  const t = useDeskTexts('closing')
  const parts = Array.from({ length: pdfParts }, (_, index) => index + 1)
  return (
    <>
      <p>{pdfParts > 1 ? t.pdfInParts(pdfParts) : t.pdf}</p>
      <ul className={styles.files}>
        {LANGS.flatMap((lang) =>
          parts.map((part) => (
            <li key={`${lang} ${part}`}>
              <a href={deskLink(lang, `closing/${month}/export`, { format: 'pdf', part: String(part) })} rel="nofollow">
                {pdfParts > 1 ? t.pdfPart(lang, part) : t.pdfIn[lang]}
              </a>
            </li>
          )),
        )}
      </ul>
    </>
  )
}

function Close({ month: { month, fingerprint, open, comparisons } }: { month: MonthView }) {
  const t = useDeskTexts('closing')
  const lang = useLang()
  const field = useCommandField('close')
  const { typedIn } = useDeskAnswer()
  const { defaultValue: _, ...accept } = field('acceptOpen')
  const hasWarnings = open.some(isToAccept) || comparisons.some(({ differenceHalalas }) => differenceHalalas !== 0)
  return (
    <Command
      intent="close"
      title={t.close.title}
      happens={t.close.happens(formatMonth(month, lang))}
      submit={t.close.submit}
      labels={{ note: t.close.note, acceptOpen: t.close.acceptOpen }}
    >
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <TextAreaField {...field('note')} label={t.close.note} hint={t.close.noteHint} rows={3} required />
      {hasWarnings ? (
        <CheckField
          {...accept}
          label={t.close.acceptOpen}
          defaultChecked={typedIn('close').acceptOpen !== undefined}
          required
        />
      ) : null}
    </Command>
  )
}
