import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { OutcomeHead } from '../../ui/feedback/outcome-head.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { clearDraft } from '../../ui/fields/use-draft.ts'
import { Container } from '../../ui/layout/container.tsx'
import { PrintButton } from '../../ui/navigation/print-button.tsx'
import { readFormTexts } from '../accounts/form-texts.ts'
import type { Route } from './+types/lead-page'
import { Conversation } from './conversation/conversation.tsx'
import { LeadMoment } from './conversation/lead-moment.tsx'
import { enquiryDraft } from './forms/enquiry-form.tsx'
import { followLink } from './lead-links.ts'
import styles from './lead-page.module.css'

const STEP = { received: 0, handling: 1, answered: 3, closed: 3 } as const

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  try {
    const lead = await page.api.leads.follow({ reference: params.reference, token })
    const isNew = query.get('sent') === '1'
    const hasReplied = query.get('replied') === '1'
    // The address itself grants access, so no cache may store the page.
    const address = new URL(followLink(page.lang, params.reference, token), page.publicUrl).href
    return data(
      { lead, address, isNew, hasReplied, press: crypto.randomUUID() },
      { headers: { 'Cache-Control': 'private, no-store' } },
    )
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}

/** What the sender writes to the institute. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const typed = await readFormTexts(request, ['body', 'press'])
  try {
    await page.api.leads.replyToLead({ reference: params.reference, token, ...typed })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.status === 404) throw redirect('/error')
    return data({ failure, body: typed.body }, { status: failure.status })
  }
  throw redirect(`${followLink(page.lang, params.reference, token)}&replied=1#conversation`, 303)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const t = textsIn(site.lang).innerPages.enquiries
  const title = loaderData?.isNew ? t.sent.title : t.follow.title
  return pageMeta({ ...site, pathname: location.pathname, title, description: t.follow.lead, noindex: true })
}

/** The page after an enquiry was sent, and where its sender follows it. */
export default function LeadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lead, address, isNew, hasReplied, press } = loaderData
  const { enquiries: t, leads } = useTexts('innerPages')
  const lang = useLang()
  const links = linksFor(lang)
  const { reference, kind, status, history, email } = lead
  useEffect(() => {
    if (!isNew) return
    clearDraft(enquiryDraft(kind))
    clearDraft(`${enquiryDraft(kind)}-cv`)
  }, [isNew, kind])
  return (
    <main id="content" tabIndex={-1}>
      <OutcomeHead
        kind={isNew || STEP[status] === 3 ? 'done' : 'waiting'}
        icon={isNew || STEP[status] === 3 ? 'success' : 'clock'}
        title={isNew ? t.sent.title : t.follow.title}
        lead={isNew ? t.sent.lead : t.follow.lead}
        reference={[t.reference, reference]}
      >
        {isNew && email && (
          <p>
            {t.sent.mail} <bdi dir="ltr">{email}</bdi>
          </p>
        )}
      </OutcomeHead>
      <Container width="narrow" className={styles.body}>
        <Card as="section" aria-labelledby="state">
          <h2 id="state">{leads.kinds[kind]}</h2>
          <Steps
            steps={[leads.statuses.received, leads.statuses.handling, leads.statuses.answered]}
            current={STEP[status]}
          />
          <ol className={styles.history}>
            {history.map((entry) => (
              <li key={entry.at}>
                <strong>{leads.statuses[entry.status]}</strong>
                <LeadMoment at={entry.at} />
              </li>
            ))}
          </ol>
        </Card>
        {hasReplied && <Alert kind="success">{t.conversation.replied}</Alert>}
        <Conversation messages={lead.messages} mayReply={email !== undefined} press={press} answer={actionData} />
        {lead.facts.length > 0 && (
          <Card as="section" aria-labelledby="written">
            <h2 id="written">{t.follow.written}</h2>
            <dl className={styles.facts}>
              {lead.facts.map(({ name, label, value }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
        {STEP[status] < 3 && (
          <Card as="section" aria-labelledby="next">
            <h2 id="next">{t.next}</h2>
            <p>{leads.next[kind](lead.answerDays)}</p>
          </Card>
        )}
        <div className={styles.actions}>
          <ButtonLink to={links.home}>{t.home}</ButtonLink>
          <ButtonLink to={links.contact} variant="quiet">
            {t.other}
          </ButtonLink>
          <CopyButton text={address} texts={t.follow} />
          <PrintButton />
        </div>
      </Container>
    </main>
  )
}
