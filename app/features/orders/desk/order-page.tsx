/** An order on one page: its facts and money, and beside them what can be decided and what has happened. */
import { useLoaderData } from 'react-router'
import { caseIntents, factsIn } from '../../../desk/chargebacks/case-intents.ts'
import { Cases, RecordChargeback } from '../../../desk/chargebacks/cases.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, refusedAt } from '../../../desk/desk-page.ts'
import { SentMails } from '../../../desk/messages/sent-mails.tsx'
import { halalasIn } from '../../../desk/riyals.ts'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { isMissed } from '../parts/missed.ts'
import type { OrderPageData } from './desk-order.ts'
import { OrderStatusBadge } from './order-badges.tsx'
import { OrderCommands } from './order-commands.tsx'
import { OrderEnquiries } from './order-enquiries.tsx'
import { OrderDocuments, OrderFacts, OrderLedger, OrderPrice, OrderTransfer } from './order-facts.tsx'
import { MoveElsewhere, OrderMove } from './order-move.tsx'
import { OrderParts } from './order-parts.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderTrail } from './order-trail.tsx'

export const loader = deskLoader(async ({ api, now }, { request, params }) => {
  const [order, { rights }] = await Promise.all([api.orders.staffOrder({ id: params.id ?? '' }), api.desk.me({})])
  const isOpen = order.status === 'pending' && order.expiresAt > now.toISOString()
  const mayMove = order.status === 'paid' && rights.includes('orders.change')
  const move = mayMove ? await api.runs.orderMovePreview({ id: order.id }) : null
  // Of its payments, whatever the order says of its method: another attempt may have paid it.
  const cases = rights.includes('payments.match') ? await api.chargebacks.chargebacksOfOrder({ id: order.id }) : null
  const enquiries = rights.includes('enquiries.handle') ? await api.leads.leadsOfOrder({ id: order.id }) : []
  const next = order.parts.find(({ part }) => part === order.nextPart)
  const isPartMissed = next !== undefined && isMissed(new Date(next.dueAt), now)
  const isOver = order.schedule !== null && order.schedule.endsAt <= now.toISOString()
  const mayEnd = isPartMissed && !isOver && rights.includes('refunds.send')
  const endPreview = mayEnd ? await endPreviewOf(api, order.id) : null
  const parts = { isMissed: isPartMissed, endPreview }
  return { order, rights, isOpen, move, cases, enquiries, parts, done: queryOf(request).done }
})

/** Null of one's own order, about whose money others decide. */
async function endPreviewOf(api: PageRequest['api'], id: string) {
  return api.orderParts.endMissedPreview({ id }).catch((problem: { code?: string }) => {
    if (problem.code === 'ownOrder') return null
    throw problem
  })
}

/** After a refusal, too: what the page shows of the order may have become old. */
export const shouldRevalidate = () => true

type Perform = (api: PageRequest['api'], id: string, form: FormData, files: PageRequest['files']) => Promise<string>

/** Performs a command on the order and comes back to it, with what was done in the address. */
const command =
  (perform: Perform) =>
  async ({ api, lang, files }: PageRequest, form: FormData, { params }: { params: { id?: string } }) => {
    const id = params.id ?? ''
    return { to: deskLink(lang, `orders/${id}`, { done: await perform(api, id, form, files) }) }
  }

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
/** Which part its form showed. */
const partIn = (form: FormData) => Number(text(form, 'part'))

export const action = deskAction({
  approve: async (page, form, args) => {
    const amountHalalas = halalasIn(form.get('amountHalalas'))
    // The call would take all that is missing of the total, which nobody said has arrived.
    if (amountHalalas === undefined) return refusedAt('amountHalalas', deskTextsIn(page.lang, 'frame').noAmount)
    const difference = text(form, 'difference') as 'accept' | ''
    const note = text(form, 'note')
    const approve = command(
      async (api, id) => (await api.transfers.approveTransfer({ id, amountHalalas, difference, note })).outcome,
    )
    return approve(page, form, args)
  },
  decline: command(async (api, id, form) => {
    await api.transfers.declineTransfer({ id, reason: text(form, 'reason') })
    return 'declined'
  }),
  extend: command(async (api, id, form) => {
    await api.checkout.extendOrder({ id, days: text(form, 'days'), note: text(form, 'note') })
    return 'extended'
  }),
  cancel: command(async (api, id, form) => {
    await api.checkout.cancelOrder({ id, reason: text(form, 'reason') })
    return 'cancelled'
  }),
  refund: command(async (api, id, form) => {
    const amountHalalas = halalasIn(form.get('amountHalalas'))
    const keepsSeat = form.has('keepsSeat')
    const requestId = text(form, 'requestId') || undefined
    await api.refunds.refund({ id, amountHalalas, keepsSeat, requestId, reason: text(form, 'reason') })
    return 'refunded'
  }),
  declineRefund: command(async (api, id, form) => {
    await api.refunds.declineRefund({ id, reason: text(form, 'reason') })
    return 'refundDeclined'
  }),
  move: command(async (api, id, form) => {
    const [runId, fingerprint, reason] = ['runId', 'fingerprint', 'reason'].map((name) => text(form, name))
    await api.runs.moveOrder({ id, runId: runId!, fingerprint: fingerprint!, reason: reason! })
    return 'moved'
  }),
  recordPart: command(async (api, id, form) => {
    const facts = { by: text(form, 'by') as 'transfer', moneyReference: text(form, 'moneyReference') }
    await api.orderParts.recordPart({
      id,
      part: partIn(form),
      ...facts,
      amountHalalas: halalasIn(form.get('amountHalalas')) as number,
    })
    return 'partRecorded'
  }),
  declineReceipt: command(async (api, id, form) => {
    await api.transfers.declinePartReceipt({ id, part: partIn(form), reason: text(form, 'reason') })
    return 'declined'
  }),
  extendPart: command(async (api, id, form) => {
    await api.orderParts.extendPart({ id, part: partIn(form), day: text(form, 'day'), note: text(form, 'note') })
    return 'partExtended'
  }),
  pauseAccess: command(async (api, id, form) => {
    await api.orderParts.pauseAccess({ id, note: text(form, 'note') })
    return 'accessPaused'
  }),
  resumeAccess: command(async (api, id, form) => {
    await api.orderParts.resumeAccess({ id, note: text(form, 'note') })
    return 'accessResumed'
  }),
  endMissed: command(async (api, id, form) => {
    const refundHalalas = halalasIn(form.get('refundHalalas')) as number
    const paidHalalas = Number(text(form, 'paidHalalas'))
    await api.orderParts.endMissed({ id, refundHalalas, paidHalalas, reason: text(form, 'reason') })
    return 'missedEnded'
  }),
  chargeback: command(async (api, id, form) => {
    await api.chargebacks.recordChargeback({ id, ...factsIn(form) } as never)
    return 'chargeback.recorded'
  }),
  chargebackNote: command(caseIntents.chargebackNote),
  chargebackWon: command(caseIntents.chargebackWon),
  chargebackLost: command(caseIntents.chargebackLost),
  retry: command(async (api, id, form) => {
    await api.refunds.retryRefund({ id, refundId: text(form, 'refundId'), note: text(form, 'note') })
    return 'retried'
  }),
  sendMail: command(async (api, id, form) => {
    await api.orders.sendMailAgain({ id, mailId: text(form, 'mailId') })
    return 'mailSent'
  }),
  sent: command(async (api, id, form) => {
    const [refundId, bankReference, note] = ['refundId', 'bankReference', 'note'].map((name) => text(form, name))
    await api.refunds.recordRefund({ id, refundId: refundId!, bankReference: bankReference!, note })
    return 'sent'
  }),
})

/** The card payment, unless an open case is about it. */
function disputable(cases: Awaited<ReturnType<typeof loader>>['cases']) {
  const hasOpen = cases?.items.some(({ status }) => status === 'open' || status === 'answered')
  return cases && cases.leftHalalas > 0 && !hasOpen ? [{ leftHalalas: cases.leftHalalas }] : []
}

export const meta = deskMeta<'sales', OrderPageData>('sales', (t, data) => data?.order.reference ?? t.orders.title)

export default function OrderPage() {
  const t = useDeskTexts('sales')
  const data = useLoaderData<typeof loader>()
  const { order, done } = data
  const { confirm } = useDeskAnswer()
  const { done: ofCase } = useDeskTexts('chargebacks')
  const said = done?.startsWith('chargeback.') ? ofCase[done.slice('chargeback.'.length)] : t.done[done ?? '']
  return (
    <>
      <DeskHead
        title={<bdi>{order.reference}</bdi>}
        lead={order.course.name}
        above={{ title: t.orders.title, path: 'orders' }}
        badge={<OrderStatusBadge order={order} />}
      />
      {said && !confirm ? <Alert kind={done === 'refundDue' ? 'warning' : 'success'}>{said}</Alert> : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <RecordSides
        next={t.order.actions}
        aside={
          <>
            <Panel title={t.order.actions} isForScreen>
              {/* After a command its fields are empty again; after a refusal they keep what was typed. */}
              <OrderCommands key={order.history.length} {...data} />
              <OrderMove key={`move-${order.history.length}`} preview={data.move} />
              <MoveElsewhere id={order.id} preview={data.move} />
              <RecordChargeback key={`chargeback-${order.history.length}`} payments={disputable(data.cases)} />
            </Panel>
            <Panel title={t.order.trail}>
              <OrderTrail events={order.history} />
            </Panel>
          </>
        }
      >
        <OrderFacts order={order} isOpen={data.isOpen} />
        <OrderTransfer order={order} />
        <OrderParts key={`parts-${order.history.length}`} order={order} rights={data.rights} {...data.parts} />
        <Cases
          key={`cases-${JSON.stringify(data.cases?.items.map(({ notes }) => notes.length))}`}
          cases={data.cases?.items}
          mayDecide={data.rights.includes('refunds.send')}
        />
        <OrderRefunds key={order.history.length} order={order} maySend={data.rights.includes('refunds.send')} />
        <OrderPrice order={order} />
        <OrderLedger order={order} />
        <OrderDocuments order={order} />
        <OrderEnquiries enquiries={data.enquiries} />
        <SentMails
          mails={order.mails}
          maySend={data.rights.includes('orders.change')}
          email={order.learner?.email}
          texts={t.mails}
        />
      </RecordSides>
    </>
  )
}
