import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { afterSignIn, safeReturnTo } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import type { PageRequest } from '../../request-context.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './auth-layout.module.css'

/** Sends a signed-in visitor on, and tells a guest's page where the visitor wants to go afterwards. */
export function guestsOnly(page: PageRequest, request: Request): string | undefined {
  const given = new URL(request.url).searchParams.get('returnTo')
  if (page.user) throw redirect(afterSignIn(page.lang, given))
  return safeReturnTo(given)
}

const isOrder = (returnTo: string | undefined) => /^\/(ar|en)\/order-details\//.test(returnTo ?? '')

/** The step at which the code is typed; the person knows by then where they are going. */
export const CODE = 1

/**
 * The frame of the pages at which a guest becomes somebody.
 * @param step of a sign-up, from 0
 * @param steps of another road than the sign-up
 */
export function AuthLayout({
  title,
  lead,
  returnTo,
  step,
  steps: ofRoad,
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
  const steps = ofRoad ?? (isOrder(returnTo) ? t.steps : t.steps.slice(0, 2))
  return (
    <main id="content" tabIndex={-1} className={styles.entrance}>
      <div className={styles.frame}>
        <div className={styles.form}>
          {step === undefined ? null : <Steps steps={steps} current={step} />}
          <header className={styles.head}>
            <h1>{title}</h1>
            <p>{lead}</p>
          </header>
          {isOrder(returnTo) && step !== CODE && !ofRoad ? <Alert kind="info">{t.forOrder}</Alert> : null}
          {children}
        </div>
        <aside className={styles.promise}>
          <div className={styles.words}>
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
    <p className={styles.otherWay}>
      {question} {children}
    </p>
  )
}
