/** An employee uses the seat that their company has bought, with or without an account. */
import { data, Form, Link, redirect } from 'react-router'
import { linksFor } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { type FormFailure, pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { OutcomeHead } from '../../../ui/feedback/outcome-head.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { accountLinksFor } from '../../accounts/account-links.ts'
import { Agreement } from '../../accounts/registration/agreement.tsx'
import { RunFacts } from '../../catalogue/course/run-facts.tsx'
import { orderLinksFor } from '../../orders/order-links.ts'
import type { Seat } from '../contract.ts'
import styles from '../quotation-page.module.css'
import { seatLink } from '../quote-links.ts'
import type { Route } from './+types/seat-page'

/** The address itself grants access, so no cache may store the page. */
const PRIVATE = { 'Cache-Control': 'private, no-store' }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const typed = new URL(request.url).searchParams.get('code')
  if (!params.code && typed) throw redirect(seatLink(page.lang, encodeURIComponent(typed.trim())))
  const user = page.user && { name: page.user.userName }
  if (!params.code) return data({ code: '', seat: null, failure: undefined, user }, { headers: PRIVATE })
  try {
    const seat = await page.api.quotes.seat({ code: params.code })
    return data({ code: params.code, seat, failure: undefined, user }, { headers: PRIVATE })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ code: params.code, seat: null, failure, user }, { status: failure.status, headers: PRIVATE })
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

const NAMES = ['firstName', 'lastName', 'email', 'phone'] as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const form = await request.formData()
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  try {
    return { done: await page.api.quotes.redeemSeat({ ...typed, code: params.code ?? '' } as never) }
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, typed }, { status: failure.status })
  }
}

export function meta({ matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).quotation.seat
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

type Done = { reference: string; orderId: string; email: string; isMine: boolean }
type Answer = { done: Done } | { failure: FormFailure; typed: Record<string, string> } | undefined

export default function SeatPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('quotation').seat
  const { code, seat, failure, user } = loaderData
  const answer = actionData as Answer
  if (answer && 'done' in answer) return <Enrolled {...answer.done} course={seat?.course.name} />
  return (
    <main id="content" tabIndex={-1}>
      <PageHead title={t.title} lead={seat ? t.lead(seat.company) : t.description} />
      <Container width="narrow" className={styles.body}>
        {seat ? (
          <>
            <Facts seat={seat} />
            {seat.state === 'free' ? (
              <Enrol code={code} user={user} refused={answer} meantFor={seat.meantFor} />
            ) : seat.myOrderId ? (
              <Mine orderId={seat.myOrderId} />
            ) : (
              <Alert kind="warning">{t.states[seat.state]}</Alert>
            )}
          </>
        ) : (
          <EnterCode code={code} failure={failure} />
        )}
      </Container>
    </main>
  )
}

/** For whoever opens the address again with which they enrolled. */
function Mine({ orderId }: { orderId: string }) {
  const t = useTexts('quotation').seat
  const lang = useLang()
  return (
    <Alert kind="success" title={t.doneTitle}>
      <p>
        <Link to={orderLinksFor(lang).approved(orderId)}>{t.open}</Link> ·{' '}
        <Link to={linksFor(lang).myCourses}>{t.myCourses}</Link>
      </p>
    </Alert>
  )
}

function EnterCode({ code, failure }: { code: string; failure: FormFailure | undefined }) {
  const t = useTexts('quotation').seat
  const lang = useLang()
  return (
    <Card as="section" aria-labelledby="enter">
      <h2 id="enter">{t.enter}</h2>
      <Form action={`/${lang}/seats`} className={styles.form}>
        <FormErrors failure={failure} labels={{ code: t.code }} />
        <TextField
          name="code"
          label={t.code}
          hint={t.codeHint}
          defaultValue={code}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          required
        />
        <div>
          <Button type="submit">{t.show}</Button>
        </div>
      </Form>
    </Card>
  )
}

function Facts({ seat: { course, run } }: { seat: Seat }) {
  const t = useTexts('quotation').seat
  const lang = useLang()
  return (
    <Card as="section" aria-labelledby="course">
      <h2 id="course">{course.name}</h2>
      {run ? <RunFacts run={run} /> : null}
      <div className={styles.actions}>
        <ButtonLink to={linksFor(lang).course(course.slug)} variant="quiet">
          {t.course}
        </ButtonLink>
      </div>
    </Card>
  )
}

type EnrolProps = { code: string; user: { name: string } | null; refused: Answer; meantFor: string | null }

function Enrol({ code, user, refused, meantFor }: EnrolProps) {
  const t = useTexts('quotation').seat
  const lang = useLang()
  const { failure, typed } = refused && 'failure' in refused ? refused : { failure: undefined, typed: {} }
  const values: Record<string, string> = typed
  return (
    <Card as="section" aria-labelledby="who">
      <h2 id="who">{t.who}</h2>
      {meantFor ? <p className={styles.lead}>{t.meantFor(meantFor)}</p> : null}
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <FormErrors
          failure={failure}
          labels={{
            ...Object.fromEntries(NAMES.map((name) => [name, t[name]])),
            hasAgreed: t.agree,
          }}
        />
        {user ? (
          <>
            <p>{t.as(user.name)}</p>
            <p className={styles.lead}>{t.sees}</p>
          </>
        ) : (
          <>
            <FieldRow>
              {NAMES.map((name) => (
                <TextField
                  key={name}
                  name={name}
                  label={t[name]}
                  hint={name === 'email' ? t.emailHint : undefined}
                  type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
                  autoComplete={
                    { firstName: 'given-name', lastName: 'family-name', email: 'email', phone: 'tel' }[name]
                  }
                  defaultValue={values[name]}
                  errors={failure?.fields[name]}
                  required
                />
              ))}
            </FieldRow>
            <CheckField
              name="hasAgreed"
              label={
                <>
                  <Agreement />
                  {t.andKnow}
                </>
              }
              errors={failure?.fields.hasAgreed}
              defaultChecked={Boolean(values.hasAgreed)}
              required
            />
          </>
        )}
        <div className={styles.actions}>
          <SubmitButton>{t.submit}</SubmitButton>
          {user ? null : (
            <ButtonLink to={linksFor(lang).login(seatLink(lang, code))} variant="quiet">
              {t.signIn}
            </ButtonLink>
          )}
        </div>
      </Form>
    </Card>
  )
}

function Enrolled({ reference, orderId, email, isMine, course }: Done & { course: string | undefined }) {
  const t = useTexts('quotation').seat
  const lang = useLang()
  return (
    <main id="content" tabIndex={-1}>
      <OutcomeHead
        kind="done"
        icon="success"
        title={t.doneTitle}
        lead={[course, t.done(email)].filter(Boolean).join(' · ')}
        reference={[t.reference, reference]}
      >
        {isMine ? (
          <ButtonLink to={orderLinksFor(lang).approved(orderId)}>{t.open}</ButtonLink>
        ) : (
          <>
            <p>{t.setPassword}</p>
            <ButtonLink to={accountLinksFor(lang).choosePassword(email)}>{t.forgot}</ButtonLink>
          </>
        )}
      </OutcomeHead>
    </main>
  )
}
