import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { type Done, deskAction, deskLoader, queryOf, refusedAt } from '../../../desk/desk-page.ts'
import { orderByReference, quoteByNumber } from '../../../desk/order-by-reference.ts'
import { halalasIn } from '../../../desk/riyals.ts'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { BankLine } from '../contract.ts'
import styles from './bank.module.css'
import { AMOUNT_FIELD, LineCommands, ORDER_FIELD } from './line-commands.tsx'

const PATH = 'transfers/bank'
const NOTHING = { items: [] as BankLine[], next: null, totalCount: 0, totalIsCapped: false }

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const { amount, ...filter } = query
  const amountHalalas = halalasIn(amount ?? null)
  // What is no amount, no movement has.
  if (Number.isNaN(amountHalalas)) return { query, list: NOTHING }
  return { query, list: await api.bankStatements.bankLines({ ...filter, amountHalalas, limit: 20 } as never) }
})

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/**
 * What became of each part is said on the page, since the movements leave the list. When nothing was paid, they stay, and
 * the reason stands at the command.
 */
async function pay({ api, lang }: PageRequest, form: FormData, parts: object[]): Promise<Done> {
  const lineIds = textIn(form, 'lineIds').split(',').map(Number)
  const note = textIn(form, 'note') || undefined
  const { parts: outcomes } = await api.bankStatements.payWithBankLines({ lineIds, parts, note } as never)
  const [only] = outcomes
  if (outcomes.length > 1 || only?.outcome !== 'refused') return { result: { outcomes } }
  const { refused } = deskTextsIn(lang, 'bank').outcomes
  const message = only.reason ? `${refused}: ${only.reason}` : refused
  return { refused: { code: 'refused', status: 409, message, fields: {} } }
}

async function payPurchases(api: PageRequest['api'], form: FormData, parts: object[]) {
  const lineIds = textIn(form, 'lineIds').split(',').map(Number)
  const { purchases } = await api.bankStatements.payPurchases({ lineIds, parts } as never)
  return { result: { purchases } }
}

export const action = deskAction({
  pay: (page, form) => {
    const difference = textIn(form, 'difference') || undefined
    const parts = textIn(form, 'parts')
      .split(',')
      .map((part) => {
        const [orderId, amountHalalas] = part.split(':')
        return { orderId, amountHalalas, ...(difference ? { difference } : {}) }
      })
    return pay(page, form, parts)
  },
  payPurchases: ({ api }, form) => {
    const parts = textIn(form, 'parts')
      .split(',')
      .map((part) => {
        const [quoteId, amountHalalas] = part.split(':')
        return { quoteId, amountHalalas }
      })
    return payPurchases(api, form, parts)
  },
  useForBooked: async ({ api }, form) => {
    const [id, orderId, quoteId, amountHalalas] = ['lineIds', 'orderId', 'quoteId', 'amountHalalas'].map((name) =>
      textIn(form, name),
    )
    const booked = await api.bankStatements.useForBooked({ id, orderId, quoteId, amountHalalas } as never)
    return { result: { booked: { ...booked, lineId: Number(id) } } }
  },
  undoBooked: async ({ api }, form) => {
    await api.bankStatements.undoUseForBooked({ id: textIn(form, 'lineIds'), useId: textIn(form, 'useId') } as never)
    return { result: { undone: true } }
  },
  payOrder: async (page, form) => {
    const reference = textIn(form, ORDER_FIELD)
    const quoteId = await quoteByNumber(page.api, reference)
    if (quoteId !== undefined)
      return payPurchases(page.api, form, [{ quoteId, amountHalalas: halalasIn(form.get(AMOUNT_FIELD)) }])
    const orderId = await orderByReference(page.api, reference)
    if (orderId === undefined) return refusedAt(ORDER_FIELD, deskTextsIn(page.lang, 'bank').unknown)
    const difference = textIn(form, 'difference') || undefined
    return pay(page, form, [{ orderId, amountHalalas: halalasIn(form.get(AMOUNT_FIELD)), difference }])
  },
  setAside: async ({ api, lang }, form) => {
    await api.bankStatements.setLineAside({ id: textIn(form, 'lineIds'), reason: textIn(form, 'reason') })
    return { to: deskLink(lang, PATH) }
  },
  reopen: async ({ api, lang }, form) => {
    await api.bankStatements.reopenLine({ id: textIn(form, 'lineIds') })
    return { to: deskLink(lang, PATH) }
  },
})

export const meta = deskMeta('bank', (t) => t.title)

type Sale = { orderId: string | null; quoteId: number | null }
const pathOf = (lang: Lang, { orderId, quoteId }: Sale) =>
  deskLink(lang, orderId ? `orders/${orderId}` : `quotes/${quoteId}`)

type Outcomes = {
  outcomes?: {
    orderId: string
    reference: string | null
    outcome: keyof ReturnType<typeof useOutcomeTexts>
    reason?: string
  }[]
  booked?: Sale & { reference: string; lineId: number; useId: number }
  purchases?: { quoteId: number; number: string }[]
}
const useOutcomeTexts = () => useDeskTexts('bank').outcomes

export default function BankPage() {
  const t = useDeskTexts('bank')
  const { transfers } = useDeskTexts('sales')
  const lang = useLang()
  const { query, list } = useLoaderData<typeof loader>()
  const { confirm, resultOf, failureOf } = useDeskAnswer()
  const done = (resultOf('pay') ?? resultOf('payOrder') ?? resultOf('payPurchases') ?? resultOf('useForBooked')) as
    | Outcomes
    | undefined
  const choices = Object.entries(t.states)
    .filter(([value]) => value !== 'open')
    .map(([value, label]) => ({ value, label }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: transfers.title, path: 'transfers' }}>
        <ButtonLink to={deskLink(lang, 'transfers/statements')} variant="quiet" icon="document">
          {t.statements}
        </ButtonLink>
      </DeskHead>
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      {done?.purchases?.map(({ quoteId, number }) => (
        <Alert key={quoteId} kind="success" about={done}>
          {t.purchasePaid}{' '}
          <Link to={deskLink(lang, `quotes/${quoteId}`)}>
            <bdi dir="ltr">{number}</bdi>
          </Link>
        </Alert>
      ))}
      {done?.booked ? (
        <Alert kind="success" about={done}>
          {t.bookedDone}{' '}
          <Link to={pathOf(lang, done.booked)}>
            <bdi dir="ltr">{done.booked.reference}</bdi>
          </Link>{' '}
          <UndoBooked lineId={done.booked.lineId} useId={done.booked.useId} />
        </Alert>
      ) : null}
      <FormErrors failure={failureOf('undoBooked')} labels={{}} />
      {resultOf('undoBooked') ? <Alert kind="success">{t.undone}</Alert> : null}
      {done?.outcomes?.map(({ orderId, reference, outcome, reason }) => (
        <Alert key={orderId} kind={outcome === 'refused' ? 'error' : 'success'} about={done}>
          {t.outcomes[outcome]}
          {reason ? `: ${reason}` : null}{' '}
          {reference ? (
            <Link to={deskLink(lang, `orders/${orderId}`)}>
              <bdi dir="ltr">{reference}</bdi>
            </Link>
          ) : null}
        </Alert>
      ))}
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[{ name: 'state', label: t.state, choices, any: t.states.open }]}
        texts={[{ name: 'amount', label: t.amount, dir: 'ltr' }]}
        days={[
          { name: 'from', label: t.from },
          { name: 'to', label: t.to },
        ]}
      >
        {query.statementId ? <input type="hidden" name="statementId" value={query.statementId} /> : null}
      </Filters>
      {query.statementId ? (
        <Alert kind="info">
          {t.ofOneFile} <Link to={deskLink(lang, `transfers/statements/${query.statementId}`)}>{t.toFile}</Link>
        </Alert>
      ) : null}
      {list.items.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      <ul className={styles.lines}>
        {list.items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
    </>
  )
}

/** Opens a movement again that was joined to money booked before. */
function UndoBooked({ lineId, useId }: { lineId: number; useId: number }) {
  const t = useDeskTexts('bank')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="undoBooked" />
      <input type="hidden" name="lineIds" value={lineId} />
      <input type="hidden" name="useId" value={useId} />
      <SubmitButton size="small" variant="quiet">
        {t.undo}
      </SubmitButton>
    </Form>
  )
}

function Line({ line }: { line: BankLine }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const left = line.amountHalalas - line.usedHalalas
  return (
    <li className={styles.line}>
      <div className={styles.lineHead}>
        <span>{formatDay(line.day, lang)}</span>
        <Money halalas={line.amountHalalas} exact />
      </div>
      {line.description ? (
        <p className={styles.words}>
          <bdi>{line.description}</bdi>
        </p>
      ) : null}
      <div className={styles.facts}>
        {line.payerName ? (
          <span>
            {t.payer}: <bdi>{line.payerName}</bdi>
          </span>
        ) : null}
        {line.bankReference ? (
          <span>
            {t.bankReference}: <bdi dir="ltr">{line.bankReference}</bdi>
          </span>
        ) : null}
        {line.state === 'open' && left !== line.amountHalalas ? (
          <span>
            {t.left}: <Money halalas={left} exact />
          </span>
        ) : null}
        {line.uses.map(({ id, orderId, quoteId, reference, amountHalalas, undoUntil }) => (
          <div key={id} className={styles.use}>
            {t.usedFor}:{' '}
            <Link to={pathOf(lang, { orderId, quoteId })}>
              <bdi dir="ltr">{reference}</bdi>
            </Link>{' '}
            <Money halalas={amountHalalas} exact />
            {undoUntil ? <UndoBooked lineId={line.id} useId={id} /> : null}
          </div>
        ))}
        {line.payout ? (
          <span>
            {t.payout}:{' '}
            <Link to={deskLink(lang, `payouts/${line.payout.id}`)}>
              <bdi>{line.payout.reference}</bdi>
            </Link>
          </span>
        ) : null}
        {line.setAside ? (
          <span>
            {t.reason}: <bdi>{line.setAside}</bdi>
          </span>
        ) : null}
      </div>
      {line.state === 'open' ? <LineCommands line={line} /> : null}
      {line.state === 'setAside' ? (
        <Form method="post">
          <input type="hidden" name="intent" value="reopen" />
          <input type="hidden" name="lineIds" value={line.id} />
          <SubmitButton size="small" variant="quiet">
            {t.reopen}
          </SubmitButton>
        </Form>
      ) : null}
    </li>
  )
}
