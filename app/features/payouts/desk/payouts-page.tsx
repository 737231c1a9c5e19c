import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { halalasIn } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatMoney, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Payout } from '../contract.ts'
import styles from './payouts.module.css'

const PATH = 'payouts'
const MISSING_DAYS = 7

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const [list, missing, terms] = await Promise.all([
    api.payouts.payouts({ cursor: query.cursor } as object),
    api.payouts.missingPayments({}),
    api.payouts.payoutTerms({}),
  ])
  return { query, list, missing: missing.items, ...terms }
})

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

export const action = deskAction({
  send: async ({ api, lang }, form) => {
    const reference = text(form, 'reference') || undefined
    const provider = text(form, 'provider') || undefined
    const { id, unread, payouts, errorCount } = await api.payouts.importPayouts({
      file: form.get('file') as File,
      ...{ reference, provider },
    })
    const [only, ...others] = payouts
    const isClear = only && others.length === 0 && !unread && errorCount === 0
    return { to: deskLink(lang, isClear ? `${PATH}/${only.id}` : `${PATH}/files/${id}`) }
  },
  terms: async ({ api, lang }, form) => {
    const fixedHalalas = halalasIn(form.get('fixedHalalas'))
    const [provider, scheme, percent] = ['provider', 'scheme', 'percent'].map((name) => text(form, name))
    await api.payouts.setPayoutTerms({ provider, scheme, percent, fixedHalalas } as never)
    return { to: deskLink(lang, PATH, { done: 'terms' }) }
  },
})

export const meta = deskMeta('payouts', (t) => t.title)

export default function PayoutsPage() {
  const t = useDeskTexts('payouts')
  const lang = useLang()
  const { query, list } = useLoaderData<typeof loader>()
  const providers: Record<string, string> = useDeskTexts('sales').providers
  const { done: _, ...filters } = query
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {query.done === 'terms' ? <DoneAlert>{t.terms.saved}</DoneAlert> : null}
      <SendReport />
      <RecordList<Payout>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query: filters }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'payout', title: t.payout, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'day', title: t.day, cell: ({ day }) => formatDay(day, lang) },
          {
            name: 'provider',
            title: t.provider,
            cell: ({ provider }) => providers[provider] ?? provider,
            wideOnly: true,
          },
          { name: 'lines', title: t.lines, cell: ({ lines }) => formatNumber(lines), numeric: true, wideOnly: true },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            wideOnly: true,
            cell: ({ amountHalalas }) => <Money halalas={amountHalalas} exact />,
          },
          {
            name: 'fee',
            title: t.feeWithVat,
            numeric: true,
            wideOnly: true,
            cell: ({ feeHalalas, feeVatHalalas }) => <Money halalas={feeHalalas + feeVatHalalas} exact />,
          },
          { name: 'net', title: t.net, numeric: true, cell: ({ netHalalas }) => <Money halalas={netHalalas} exact /> },
          { name: 'open', title: t.open, cell: (payout) => <InQuestion payout={payout} /> },
          {
            name: 'arrived',
            title: t.arrived,
            cell: ({ arrived }) => (arrived ? formatDay(arrived.day, lang) : t.notArrived),
          },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={filters}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
      <MissingPayments />
      <AgreedFees />
    </>
  )
}

function InQuestion({ payout: { counts } }: { payout: Payout }) {
  const t = useDeskTexts('payouts')
  const open = counts.unknown + counts.amountDiffers + counts.feeDiffers
  return open === 0 ? <Badge tone="mint">{t.states.matched}</Badge> : <Badge tone="clay">{formatNumber(open)}</Badge>
}

function SendReport() {
  const { file: t, provider: company } = useDeskTexts('payouts')
  const names: Record<string, string> = useDeskTexts('sales').providers
  const { providers } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const refused = failureOf('send')
  const failure = refused && { ...refused, message: t.refusals[refused.code] ?? refused.message }
  return (
    <Panel title={t.title}>
      <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
        <FormErrors failure={failure} labels={{ file: t.field, provider: company, reference: t.reference }} />
        <FieldRow width="wide" isFilled>
          {providers.length > 1 && (
            <SelectField
              name="provider"
              label={company}
              defaultValue={typedIn('send').provider}
              errors={failure?.fields.provider}
              options={providers.map((value) => ({ value, label: names[value] ?? value }))}
              required
            />
          )}
          <TextField
            name="file"
            type="file"
            label={t.field}
            hint={t.hint}
            accept=".csv,.txt,text/csv"
            errors={failure?.fields.file}
            required
          />
          <TextField
            name="reference"
            label={t.reference}
            hint={t.referenceHint}
            defaultValue={typedIn('send').reference}
            errors={failure?.fields.reference}
            dir="auto"
          />
        </FieldRow>
        <div>
          <SubmitButton name="intent" value="send">
            {t.send}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

function MissingPayments() {
  const t = useDeskTexts('payouts')
  const { missing } = useLoaderData<typeof loader>()
  if (missing.length === 0) return null
  return (
    <Panel title={t.missing.title}>
      <p>{t.missing.lead(formatNumber(MISSING_DAYS))}</p>
      <RecordList<(typeof missing)[number]>
        label={t.missing.title}
        rows={missing}
        keyOf={({ order, quote, at }) => `${order?.id ?? quote?.id} ${at}`}
        pathOf={({ order, quote }) => (order ? `orders/${order.id}` : `quotes/${quote?.id}`)}
        columns={[
          { name: 'order', title: t.order, cell: ({ order, quote }) => <bdi>{order?.reference ?? quote?.number}</bdi> },
          {
            name: 'reference',
            title: t.line,
            cell: ({ reference }) => <bdi dir="ltr">{reference}</bdi>,
            wideOnly: true,
          },
          { name: 'at', title: t.missing.at, cell: ({ at }) => <Moment iso={at} /> },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ amountHalalas }) => <Money halalas={amountHalalas} exact />,
          },
        ]}
      />
    </Panel>
  )
}

function AgreedFees() {
  const t = useDeskTexts('payouts').terms
  const lang = useLang()
  const providers: Record<string, string> = useDeskTexts('sales').providers
  const { provider, terms } = useLoaderData<typeof loader>()
  const field = useCommandField('terms')
  return (
    <Panel title={t.title}>
      <p>{t.lead}</p>
      {terms.length > 0 ? (
        <ul>
          {terms.map((one) => (
            <li key={`${one.provider} ${one.scheme}`}>
              {providers[one.provider] ?? one.provider} · {t.schemes[one.scheme]} ·{' '}
              {t.one(String(one.basisPoints / 100), formatMoney(one.fixedHalalas, lang))}
            </li>
          ))}
        </ul>
      ) : null}
      <Commands>
        <Command
          intent="terms"
          title={t.save}
          happens={t.lead}
          submit={t.save}
          hidden={{ provider }}
          labels={{ scheme: t.scheme, percent: t.percent, fixedHalalas: t.fixed }}
        >
          <SelectField
            {...field('scheme')}
            label={t.scheme}
            options={Object.entries(t.schemes).map(([value, label]) => ({ value, label }))}
          />
          <TextField {...field('percent')} label={t.percent} inputMode="decimal" dir="ltr" required />
          <TextField {...field('fixedHalalas')} label={t.fixed} inputMode="decimal" dir="ltr" required />
        </Command>
      </Commands>
    </Panel>
  )
}
