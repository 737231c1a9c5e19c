import { useState } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import styles from './code-again.module.css'
import type { CodeWait } from './code-wait.ts'

/** Under the form of a code: requests a new one, by the intent `resend`. @param notArrived replaces the usual hint */
export function CodeAgain({ wait, notArrived }: { wait: CodeWait | null; notArrived?: string }) {
  const t = useTexts('accounts').codeAgain
  return (
    <div className={styles.resend}>
      <p>{notArrived ?? t.notArrived}</p>
      <Resend key={wait?.until} wait={wait} />
    </div>
  )
}

/** With scripts, counts down and then shows the button. Without them it is always shown, and the server checks. */
function Resend({ wait }: { wait: CodeWait | null }) {
  const t = useTexts('accounts').codeAgain
  const scripts = useScripts()
  const [isOver, setOver] = useState(wait === null)
  return (
    <Form method="post">
      {isOver || !wait ? null : (
        <p>
          {scripts ? t.resendIn : t.resendFrom}{' '}
          <Countdown
            until={wait.until}
            serverNow={wait.now}
            doneLabel={t.now}
            plain="from"
            onDone={() => setOver(true)}
          />
        </p>
      )}
      {scripts && !isOver ? null : (
        <SubmitButton variant="quiet" name="intent" value="resend">
          {t.resend}
        </SubmitButton>
      )}
    </Form>
  )
}
