import { data, Form, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/content/card.tsx'
import { OutcomeHead } from '../../ui/feedback/outcome-head.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { readFormTexts } from '../accounts/form-texts.ts'
import type { Route } from './+types/appeal-page'
import styles from './appeal-page.module.css'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  try {
    const decision = await page.api.moderation.appealedDecision({ id: params.id, token: tokenOf(request) })
    // The address itself grants access, so no cache may store the page.
    return data({ decision }, { headers: { 'Cache-Control': 'private, no-store' } })
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const token = tokenOf(request)
  const { appeal } = await readFormTexts(request, ['appeal'])
  try {
    await page.api.moderation.appeal({ id: params.id, token, appeal })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.status === 404) throw redirect('/error')
    return data({ failure, appeal }, { status: failure.status })
  }
  throw redirect(linksFor(page.lang).appeal(Number(params.id), token), 303)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead: description } = textsIn(site.lang).appeals
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** What staff decided about a text, for its author, who can object once. */
export default function AppealPage({ loaderData: { decision }, actionData }: Route.ComponentProps) {
  const t = useTexts('appeals')
  const lang = useLang()
  const { kind, reason, text, bannedUntil, state, appealUntil, appeal, answer } = decision
  return (
    <main id="content" tabIndex={-1}>
      <OutcomeHead
        kind={state === 'reversed' ? 'done' : 'waiting'}
        icon={state === 'reversed' ? 'success' : 'info'}
        title={t.title}
        lead={t.lead}
        reference={[t.reference, String(decision.id)]}
      />
      <Container width="narrow" className={styles.body}>
        <Card as="section" aria-labelledby="decision">
          <h2 id="decision">{t.kinds[kind]}</h2>
          <p>{t.decisions[decision.decision]}</p>
          {bannedUntil && <p>{t.bannedUntil(formatDay(bannedUntil, lang))}</p>}
          {reason && <Said title={t.reason} text={reason} />}
          {text ? (
            <Said title={t.text} text={text} />
          ) : state === 'over' || state === 'upheld' ? (
            <p>{t.purged}</p>
          ) : null}
        </Card>
        <Card as="section" aria-labelledby="appeal">
          <h2 id="appeal">{t.yours}</h2>
          <p>{state === 'open' ? t.states.open(formatDay(appealUntil!, lang)) : t.states[state]}</p>
          {appeal && <Said title={t.yours} text={appeal} />}
          {answer && <Said title={t.answer} text={answer} />}
          {state === 'open' && <AppealForm answer={actionData} />}
        </Card>
      </Container>
    </main>
  )
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <p dir="auto" className={styles.text}>
        {text}
      </p>
    </>
  )
}

function AppealForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const t = useTexts('appeals')
  return (
    <Form method="post" noValidate className={styles.form}>
      <FormErrors failure={answer?.failure} labels={{ appeal: t.yours }} />
      <TextAreaField
        name="appeal"
        label={t.yours}
        hint={t.hint}
        errors={answer?.failure.fields.appeal}
        defaultValue={answer?.appeal}
        required
      />
      <SubmitButton>{t.send}</SubmitButton>
    </Form>
  )
}
