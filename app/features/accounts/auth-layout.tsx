import type { ReactNode } from 'react'
import { afterSignIn, safeReturnTo } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import type { PageRequest } from '../../request-context.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { redirectSignedIn } from './after-first-factor.ts'
import styles from './auth-layout.module.css'

/** Redirects a signed-in visitor. @returns where a guest goes on to after signing in */
export function guestsOnly(page: PageRequest, request: Request): string | undefined {
  const requested = new URL(request.url).searchParams.get('returnTo')
  if (page.user) throw redirectSignedIn(afterSignIn(page.lang, requested))
  return safeReturnTo(requested)
}

const isOrder = (returnTo: string | undefined) => /^\/(ar|en)\/order-details\//.test(returnTo ?? '')

/** The step at which the code is typed. Only earlier steps explain that the sign-up leads to an order. */
export const CODE_STEP = 1

/**
 * The layout of the pages for signing up and signing in.
 * @param step of a sign-up, from 0
 * @param steps the names of the steps of a flow other than sign-up
 */
export function AuthLayout({
  title,
  lead,
  returnTo,
  step,
  steps: otherSteps,
  children,
}: {
  title: ReactNode
  lead: ReactNode
  returnTo: string | undefined
  step?: number
  steps?: string[]
  children: ReactNode
}) {
  const t = useTexts('accounts')
  const steps = otherSteps ?? (isOrder(returnTo) ? t.steps : t.steps.slice(0, 2))
  return (
    <main id="content" tabIndex={-1} className={styles.page} data-footer="short">
      <div className={styles.frame}>
        <div className={styles.form}>
          {step === undefined ? null : <Steps steps={steps} current={step} />}
          <header className={styles.head}>
            <h1>{title}</h1>
            <p>{lead}</p>
          </header>
          {isOrder(returnTo) && step !== CODE_STEP && !otherSteps ? <Alert kind="info">{t.forOrder}</Alert> : null}
          {children}
        </div>
        <aside className={styles.promise}>
          <div className={styles.text}>
            <p className={styles.promiseTitle}>{t.promise.title}</p>
            <ul className={styles.points}>
              {t.promise.points.map((point) => (
                <li key={point}>
                  <Icon name="check" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        </aside>
      </div>
    </main>
  )
}

/** A question and the link that answers it, under a form. */
export function AlternativeLink({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className={styles.alternative}>
      {question} {children}
    </p>
  )
}
