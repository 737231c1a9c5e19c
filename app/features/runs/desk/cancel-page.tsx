import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatNumber, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './runs.module.css'

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const id = Number(params.id) || 0
  const { searchParams } = new URL(request.url)
  const [moveTo, refund] = [searchParams.get('moveTo') || undefined, searchParams.getAll('refund')]
  const preview = await api.runs.cancelPreview({ id, moveTo, refund })
  const run = await api.runs.run({ id })
  return { id, course: run.course.name, startsAt: run.startsAt, preview, moveTo, refund }
})

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  cancel: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id) || 0
    const {
      fingerprint = '',
      reason = '',
      moveTo,
      refund,
    } = fieldsOf(form, 'fingerprint', 'reason', 'moveTo', 'refund')
    await api.runs.cancelRun({ id, fingerprint, reason, moveTo, refund })
    return { to: deskLink(lang, `runs/${id}`, { done: 'cancelled' }) }
  },
})

export const meta = deskMeta('runs', (t) => t.cancelTitle)

type Preview = Awaited<ReturnType<typeof loader>>['preview']

/** First what happens to each order, which works without scripts; then the command that does what was shown. */
export default function CancelRunPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { id, course, startsAt, preview, moveTo, refund } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  return (
    <>
      <DeskHead
        title={t.cancelTitle}
        lead={`${formatWeekday(startsAt, lang)} · ${t.cancelLead}`}
        above={{ title: course, path: `runs/${id}` }}
      />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      {preview.paid + preview.pending > 0 ? (
        <Panel title={t.choose}>
          <Form className={styles.form} key={`${moveTo} ${refund.join()}`} preventScrollReset>
            <Choice preview={preview} moveTo={moveTo} refund={refund} />
          </Form>
        </Panel>
      ) : null}
      {preview.purchases.length > 0 ? <Companies purchases={preview.purchases} /> : null}
      <Panel title={t.confirmCancel}>
        <Outcome preview={preview} />
        <CancelForm fingerprint={preview.fingerprint} moveTo={moveTo} refund={refund} />
      </Panel>
    </>
  )
}

function Choice({ preview, moveTo, refund }: { preview: Preview; moveTo: string | undefined; refund: string[] }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const targets = preview.targets.map(({ id, startsAt, city, seatsLeft, priceHalalas }) => ({
    value: String(id),
    label: t.moveToRun(
      formatWeekday(startsAt, lang),
      city ?? t.online,
      formatNumber(seatsLeft),
      formatMoney(priceHalalas, lang),
    ),
  }))
  return (
    <>
      {targets.length > 0 ? (
        <SelectField
          name="moveTo"
          label={t.choose}
          defaultValue={moveTo ?? ''}
          options={[{ value: '', label: t.refundAll }, ...targets]}
          required
        />
      ) : null}
      <RecordList
        label={t.choose}
        rows={preview.orders}
        keyOf={(order) => order.id}
        pathOf={() => undefined}
        columns={[
          { name: 'learner', title: t.learner, cell: ({ name }) => <bdi>{name}</bdi> },
          { name: 'order', title: t.orderNumber, cell: ({ reference }) => <bdi dir="ltr">{reference}</bdi> },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ leftHalalas }) => formatMoney(leftHalalas, lang),
          },
          { name: 'outcome', title: t.outcome, cell: (order) => <OutcomeBadge order={order} /> },
          ...(moveTo
            ? [
                {
                  name: 'refund',
                  title: t.refundInstead,
                  cell: ({ id, name, status }: Preview['orders'][number]) =>
                    status === 'paid' ? (
                      <CheckField
                        name="refund"
                        id={`refund-${id}`}
                        value={id}
                        label={
                          <>
                            {t.refundInstead}
                            <span className="visually-hidden"> {name}</span>
                          </>
                        }
                        defaultChecked={refund.includes(id)}
                      />
                    ) : null,
                },
              ]
            : []),
        ]}
      />
      {targets.length > 0 ? <SubmitButton variant="quiet">{t.showOutcome}</SubmitButton> : null}
    </>
  )
}

/** Companies that have bought seats in the run: what goes back to each, and who is told. */
function Companies({ purchases }: { purchases: Preview['purchases'] }) {
  const { companies: t } = useDeskTexts('runs')
  const lang = useLang()
  return (
    <Panel title={t.title}>
      <p>{t.lead}</p>
      <RecordList
        label={t.title}
        rows={purchases}
        keyOf={({ quoteId }) => quoteId}
        pathOf={({ quoteId }) => `quotes/${quoteId}`}
        columns={[
          { name: 'company', title: t.company, cell: ({ company }) => <bdi>{company}</bdi> },
          { name: 'contact', title: t.contact, cell: ({ contact }) => <bdi>{contact}</bdi> },
          { name: 'seats', title: t.seats, numeric: true, cell: ({ seats }) => formatNumber(seats) },
          {
            name: 'credit',
            title: t.credit,
            numeric: true,
            cell: ({ creditHalalas }) => formatMoney(creditHalalas, lang),
          },
          { name: 'back', title: t.back, numeric: true, cell: ({ backHalalas }) => formatMoney(backHalalas, lang) },
        ]}
      />
    </Panel>
  )
}

function OutcomeBadge({ order: { status, isMoved, isTransfer, leftHalalas } }: { order: Preview['orders'][number] }) {
  const { outcomes } = useDeskTexts('runs')
  if (status === 'pending') return <Badge tone="sand">{outcomes.ended}</Badge>
  if (isMoved) return <Badge tone="mint">{outcomes.moved}</Badge>
  if (leftHalalas === 0) return <Badge tone="sand">{outcomes.free}</Badge>
  return <Badge tone="clay">{isTransfer ? outcomes.byHand : outcomes.refunded}</Badge>
}

function Outcome({ preview }: { preview: Preview }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { paid, pending, waiting, moved, notMoved, refundHalalas, mails, byHand, differenceHalalas } = preview
  return (
    <>
      <p>{t.cancelConsequences(paid, pending, waiting, formatMoney(refundHalalas, lang), mails)}</p>
      {byHand > 0 ? <p>{t.byHand(byHand)}</p> : null}
      {moved > 0 ? <p>{t.movedCount(moved)}</p> : null}
      {notMoved > 0 ? <Alert kind="warning">{t.notMoved(notMoved)}</Alert> : null}
      {differenceHalalas === 0 ? null : (
        <Alert kind="info">{t.difference(formatMoney(Math.abs(differenceHalalas), lang), differenceHalalas > 0)}</Alert>
      )}
    </>
  )
}

function CancelForm({
  fingerprint,
  moveTo,
  refund,
}: {
  fingerprint: string
  moveTo: string | undefined
  refund: string[]
}) {
  const t = useDeskTexts('runs')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('cancel')
  return (
    <KeptForm preventScrollReset className={styles.form}>
      <FormErrors failure={failure} labels={{ reason: t.reason }} />
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <input type="hidden" name="moveTo" value={moveTo ?? ''} />
      <input type="hidden" name="refund" value={refund.join()} />
      <TextField
        name="reason"
        id="cancel-reason"
        label={t.reason}
        hint={t.reasonHint}
        defaultValue={typedIn('cancel').reason}
        errors={failure?.fields.reason}
        dir="auto"
        required
      />
      <SubmitButton>{moveTo ? t.doCancelAndMove : t.doCancel}</SubmitButton>
    </KeptForm>
  )
}
