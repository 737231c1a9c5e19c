import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import styles from './two-factor-page.module.css'

type Setup = { secret: string; otpauthUrl: string; qrSvg: string }
type Failures = Record<'begin' | 'confirm' | 'remove', FormFailure | undefined>

/** The authenticator app: off, in setup, or on. */
export function AppCard({ isOn, setup, failures }: { isOn: boolean; setup: Setup | null; failures: Failures }) {
  const t = useTexts('twoFactor').section.app
  const failure = failures.begin ?? failures.remove
  return (
    <Card as="section" aria-labelledby="app-title" className={styles.form}>
      <div className={styles.title}>
        <h3 id="app-title">{t.title}</h3>
        <Badge tone={isOn ? 'mint' : 'sand'}>{isOn ? t.on : t.recommended}</Badge>
      </div>
      {setup ? (
        <AppSetup setup={setup} failure={failures.confirm} />
      ) : (
        <>
          <p>{t.body}</p>
          {failure ? <Alert kind="error">{failure.message}</Alert> : null}
          {failures.confirm ? <Alert kind="error">{failures.confirm.message}</Alert> : null}
          <Form method="post" className={styles.buttons} preventScrollReset>
            <SubmitButton variant={isOn ? 'quiet' : 'primary'} name="intent" value={isOn ? 'removeApp' : 'beginApp'}>
              {isOn ? t.remove : t.begin}
            </SubmitButton>
          </Form>
        </>
      )}
    </Card>
  )
}

function AppSetup({ setup, failure }: { setup: Setup; failure: FormFailure | undefined }) {
  const { section, code: label } = useTexts('twoFactor')
  const t = section.app
  const atField = failure && (failure.code === 'codeWrong' || failure.code === 'codeExpired')
  const shown = atField ? { ...failure, fields: { code: [failure.message] } } : failure
  const picture = `data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`
  return (
    <ol className={styles.steps}>
      <li>
        <p>{t.scan}</p>
        <img src={picture} alt={t.picture} width={200} height={200} className={styles.qr} />
        <p>{t.orType}</p>
        <code className={styles.secret} dir="ltr">
          {(setup.secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
        <a href={setup.otpauthUrl} className={styles.openApp}>
          {t.openApp}
        </a>
      </li>
      <li>
        <p>{t.thenType}</p>
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          <FormErrors failure={shown} labels={{ code: label }} />
          <CodeField name="code" label={label} errors={shown?.fields.code} required />
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="confirmApp">
              {t.confirm}
            </SubmitButton>
          </div>
        </Form>
      </li>
    </ol>
  )
}
