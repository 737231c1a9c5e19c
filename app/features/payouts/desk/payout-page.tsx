import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { PayoutLine } from '../contract.ts'
import styles from './payouts.module.css'

export const loader = deskLoader(async (page, { request, params }) => {
  const id = params.id ?? ''
  const { confirm, done, ...query } = queryOf(request)
  const [payout, list] = await Promise.all([
    page.api.payouts.payout({ id }),
    page.api.payouts.payoutLines({ id, state: query.state, cursor: query.cursor } as never),
  ])
  return { payout, list, query, done, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({
  export: exportIntent(({ id }) => `payouts/${id}`),
  compare: async ({ api, lang }, _form, { params }) => {
    await api.payouts.comparePayouts({})
    return { to: deskLink(lang, `payouts/${params.id}`, { done: 'compared' }) }
  },
  match: async ({ api, lang }, form, { params }) => {
    await api.payouts.matchPayout({ id: params.id ?? '', lineId: String(form.get('lineId')) })
    return { to: deskLink(lang, `payouts/${params.id}`, { done: 'matched' }) }
  },
  undo: async ({ api, lang }, _form, { params }) => {
    await api.payouts.unmatchPayout({ id: params.id ?? '' })
    return { to: deskLink(lang, `payouts/${params.id}`, { done: 'unmatched' }) }
  },
})

type Data = Awaited<ReturnType<typeof loader>>

export const meta = deskMeta<'payouts', Data>('payouts', (t, data) => data?.payout.reference ?? t.title)

const TONES = { matched: 'mint', unknown: 'clay', amountDiffers: 'clay', feeDiffers: 'clay', other: 'sand' } as const

export default function PayoutPage() {
  const t = useDeskTexts('payouts')
  const lang = useLang()
  const { payout, list, query, done, toConfirm } = useLoaderData<typeof loader>()
  const path = `payouts/${payout.id}`
  const providers: Record<string, string> = useDeskTexts('sales').providers
  const said = done === 'compared' ? t.compared : done === undefined ? undefined : t.done[done]
  return (
    <>
      <DeskHead title={<bdi>{payout.reference}</bdi>} above={{ title: t.title, path: 'payouts' }}>
        <Form method="post">
          <SubmitButton name="intent" value="compare" variant="quiet" size="small">
            {t.compare}
          </SubmitButton>
        </Form>
      </DeskHead>
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <ExportProof asked={toConfirm} />
      <RecordSides aside={<Arrival key={payout.arrived?.id ?? ''} payout={payout} />}>
        <Panel title={t.totals}>
          <Facts
            facts={[
              [t.provider, providers[payout.provider] ?? payout.provider],
              [t.day, formatDay(payout.day, lang)],
              [t.amount, <Money key="amount" halalas={payout.amountHalalas} exact />],
              [t.fee, <Money key="fee" halalas={payout.feeHalalas} exact />],
              [t.feeVat, <Money key="vat" halalas={payout.feeVatHalalas} exact />],
              [t.net, <Money key="net" halalas={payout.netHalalas} exact />],
            ]}
          />
        </Panel>
      </RecordSides>
      <CountedChoices
        label={t.state}
        path={path}
        query={query}
        name="state"
        choices={Object.entries(t.states).map(([value, label]) => ({
          ...{ value, label },
          count: payout.counts[value as keyof typeof t.states],
        }))}
      />
      <RecordList<PayoutLine>
        label={t.lines}
        rows={list.items}
        address={{ path, query }}
        keyOf={({ id }) => id}
        pathOf={({ order, quote }) => (order ? `orders/${order.id}` : quote ? `quotes/${quote.id}` : undefined)}
        empty={<EmptyState title={t.noLines} body={t.noLinesBody} />}
        columns={[
          {
            name: 'line',
            title: t.line,
            cell: ({ order, quote, reference }) => (
              <bdi dir="ltr">{order?.reference ?? quote?.number ?? reference}</bdi>
            ),
          },
          { name: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
          { name: 'day', title: t.day, cell: ({ day }) => formatDay(day, lang), wideOnly: true },
          { name: 'state', title: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
          {
            name: 'ours',
            title: t.ours,
            cell: (line) => <Ours line={line} />,
          },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ amountHalalas }) => <Money halalas={amountHalalas} exact />,
          },
          {
            name: 'fee',
            title: t.feeWithVat,
            numeric: true,
            cell: ({ feeHalalas, feeVatHalalas }) => <Money halalas={feeHalalas + feeVatHalalas} exact />,
          },
          {
            name: 'net',
            title: t.net,
            numeric: true,
            wideOnly: true,
            cell: ({ netHalalas }) => <Money halalas={netHalalas} exact />,
          },
        ]}
      />
      <RecordListFoot path={path} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={path} query={query} />
      </RecordListFoot>
    </>
  )
}

/** What the line should say, where it says something else. */
function Ours({ line: { state, ourHalalas, expectedFeeHalalas } }: { line: PayoutLine }) {
  const t = useDeskTexts('payouts')
  if (state === 'amountDiffers' && ourHalalas !== null) return <Money halalas={ourHalalas} exact />
  if (state === 'feeDiffers' && expectedFeeHalalas !== null)
    return (
      <>
        {t.expectedFee}: <Money halalas={expectedFeeHalalas} exact />
      </>
    )
  return '—'
}

function Arrival({ payout: { arrived, proposals } }: Pick<Data, 'payout'>) {
  const t = useDeskTexts('payouts').arrival
  const lang = useLang()
  if (arrived)
    return (
      <Panel title={t.title}>
        <p>
          {formatDay(arrived.day, lang)} · <Money halalas={arrived.amountHalalas} exact />
        </p>
        {arrived.description ? (
          <p className={styles.words}>
            <bdi>{arrived.description}</bdi>
          </p>
        ) : null}
        <Commands>
          <Command intent="undo" title={t.undo} happens={t.undoHappens} submit={t.undo} />
        </Commands>
      </Panel>
    )
  return (
    <Panel title={t.title}>
      <p>{proposals.length === 0 ? t.none : t.lead}</p>
      {proposals.length === 0 ? <Link to={deskLink(lang, 'transfers/bank')}>{t.bank}</Link> : null}
      <Commands>
        {proposals.map(({ id, day, amountHalalas, description }) => (
          <Command
            key={id}
            intent="match"
            id={`match-${id}`}
            title={t.matchTitle(formatDay(day, lang))}
            happens={
              <>
                <p>{t.happens(formatMoney(amountHalalas, lang))}</p>
                {description ? (
                  <p className={styles.words}>
                    <bdi>{description}</bdi>
                  </p>
                ) : null}
              </>
            }
            submit={t.match}
            hidden={{ lineId: String(id) }}
          />
        ))}
      </Commands>
    </Panel>
  )
}
