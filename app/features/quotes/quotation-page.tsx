/** The company's own page of a quote: read and answered there, and afterwards its documents, money and seats. */
import { data, redirect, redirectDocument } from 'react-router'
import { linksFor, stayHere } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { OutcomeHead } from '../../ui/feedback/outcome-head.tsx'
import { Container } from '../../ui/layout/container.tsx'
import type { CardPayment } from '../purchase-payments/contract.ts'
import type { Route } from './+types/quotation-page'
import { AnswerForms, refusedForm } from './answer-forms.tsx'
import { CardPaymentCard } from './card-payment-card.tsx'
import styles from './quotation-page.module.css'
import { Offer, Papers } from './quotation-parts.tsx'
import { quotationLink } from './quote-links.ts'
import { CompanySeats } from './seats/company-seats.tsx'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The address itself grants access, so no cache may store the page. */
const PRIVATE = { 'Cache-Control': 'private, no-store' }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const token = tokenOf(request)
  const link = { number: params.number, token }
  try {
    const found = await page.api.quotes.quotation(link)
    // Asking about the payment may have booked it.
    const card = found.money ? await page.api.purchasePayments.cardPayment(link) : null
    const quotation = card ? await page.api.quotes.quotation(link) : found
    const asked = new URL(request.url).searchParams.get('done')
    const done = SEAT_CHANGES.find((change) => change === asked)
    return data({ quotation, token, card, done, returned: returnedIn(page.lang, link, request) }, { headers: PRIVATE })
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}

/** By what became of the payment from which the visitor returns, else by the quote. */
const HEADS = {
  open: { kind: 'waiting', icon: 'clock' },
  paid: { kind: 'done', icon: 'success' },
  failed: { kind: 'broken', icon: 'warning' },
  accepted: { kind: 'done', icon: 'success' },
  other: { kind: 'waiting', icon: 'document' },
} as const

/** What the head says of a card payment: whoever left it and whoever was declined can pay again. */
const outcomeOf = (state: NonNullable<CardPayment['last']>['state'] | undefined) =>
  state === 'abandoned' ? 'failed' : state

/** What the company does with its seats, as the forms call it. */
const SEAT_CHANGES = ['names', 'giveBack'] as const

/** How often the page reloads itself without scripts while the bank decides: every 5 seconds for two minutes. */
const MAX_RELOADS = 24

/** With `paid` the visitor comes from the payment page; with `back` they left it without paying. */
function returnedIn(lang: Lang, { number, token }: { number: string; token: string }, request: Request) {
  const query = new URL(request.url).searchParams
  const reloads = Number(query.get('try') ?? 0)
  return {
    ...{ hasReturned: query.has('paid'), hasLeft: query.has('back') },
    again: `${quotationLink(lang, number, token)}&paid=1`,
    nextTry: reloads >= 0 && reloads < MAX_RELOADS ? Math.trunc(reloads) + 1 : undefined,
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const { api } = page
  const form = await request.formData()
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, value instanceof File ? '' : value]))
  const link = { number: params.number, token: tokenOf(request) }
  try {
    if (typed.intent === 'accept') await api.quotes.acceptQuotation({ ...typed, ...link } as never)
    else if (typed.intent === 'card') {
      const { paymentUrl } = await api.purchasePayments.payByCard(link)
      // The payment page is outside React Router: the browser must load a new document.
      return redirectDocument(stayHere(paymentUrl, page.publicUrl), 303)
    } else if (typed.intent === 'decline') await api.quotes.declineQuotation({ ...typed, ...link } as never)
    else if (typed.intent === 'giveBack') await api.quotes.giveSeatsBack({ ...typed, ...link } as never)
    else if (hasFile(form))
      await api.quotes.nameSeatsByFile({ lineId: typed.lineId, file: form.get('file'), ...link } as never)
    else await api.quotes.nameSeats({ names: '', ...typed, ...link } as never)
    const done = SEAT_CHANGES.find((change) => change === typed.intent)
    // The fragment is for browsers without scripts, which would stay at the form.
    const said = done ? `&done=${done}#done` : ''
    return redirect(quotationLink(page.lang, link.number, link.token) + said, 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ intent: typed.intent ?? '', failure, typed }, { status: failure.status })
  }
}

const hasFile = (form: FormData) => {
  const file = form.get('file')
  return file instanceof File && file.size > 0
}

export function meta({ matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).quotation
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, token, card, done, returned } = loaderData
  const t = useTexts('quotation')
  const lang = useLang()
  const { state, number, document } = quotation
  const isOver = state === 'accepted'
  const payment = card && returned.hasReturned && !returned.hasLeft ? outcomeOf(card.last?.state) : undefined
  const { title, lead } = payment ? t.card.returned[payment] : { title: t.titles[state], lead: t.leads[state] }
  const cardPayment = card ? (
    <CardPaymentCard card={card} returned={returned} failure={refusedForm(actionData, 'card').failure} />
  ) : null
  return (
    <main id="content" tabIndex={-1}>
      <OutcomeHead
        {...HEADS[payment ?? (isOver ? 'accepted' : 'other')]}
        title={title}
        lead={lead}
        reference={[t.number, number]}
      >
        {quotation.answer ? (
          <p>
            <bdi>{t.answered(quotation.answer.name, quotation.answer.role)}</bdi> ·{' '}
            {formatDay(quotation.answer.at, lang)}
          </p>
        ) : null}
      </OutcomeHead>
      <Container width="narrow" className={styles.body}>
        {payment ? cardPayment : null}
        {quotation.money ? <Papers quotation={quotation} money={quotation.money} token={token} /> : null}
        {payment ? null : cardPayment}
        {quotation.seats.length > 0 ? (
          <CompanySeats quotation={quotation} token={token} done={done} answer={actionData} />
        ) : null}
        {document ? <Offer quotation={quotation} document={document} token={token} /> : null}
        {state === 'sent' && document ? (
          <AnswerForms totalHalalas={document.totals.totalHalalas} answer={actionData} />
        ) : null}
        {state === 'accepted' || state === 'sent' ? null : (
          <div className={styles.actions}>
            <ButtonLink to={linksFor(lang).contact}>{t.contact}</ButtonLink>
          </div>
        )}
      </Container>
    </main>
  )
}
