import { deskLink } from '../../../desk/desk-links.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Certificate } from '../contract.ts'
import styles from './certificates-page.module.css'

type Props = {
  /** Several are revoked together; one is issued again at a time. */
  certificates: Certificate[]
  task: 'revoke' | 'reissue'
  /** The filters of the list. */
  backTo: Record<string, string>
}

/** A reason and fresh proof come before certificates are revoked or issued again: neither can be undone. */
export function CertificateChange({ certificates, task, backTo }: Props) {
  const t = useDeskTexts('certificates')
  const lang = useLang()
  const answer = useDeskAnswer()
  const [failure, typed] = [answer.failureOf(task), answer.typedIn(task)]
  const isReissue = task === 'reissue'
  const { number, name } = certificates[0]!
  const title = isReissue
    ? t.reissueTitle(number)
    : certificates.length > 1
      ? t.revokeManyTitle(certificates.length)
      : t.revokeTitle(number)
  // In Arabic the word of the list's link alone would also mean to leave the form.
  const revoke = certificates.length > 1 ? t.revokeMany : t.revokeOne
  return (
    <div className={styles.revoke}>
      <Panel title={title}>
        {certificates.length > 1 ? (
          <ul className={styles.numbers}>
            {certificates.map((one) => (
              <li key={one.id}>
                <bdi dir="ltr">{one.number}</bdi> <bdi>{one.name ?? t.erased}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
        <p>{isReissue ? t.reissueBody : t.revokeBody}</p>
        <KeptForm name="issue" className={styles.form}>
          <FormErrors failure={failure} labels={{ reason: t.reason, name: t.holder }} />
          <input type="hidden" name="intent" value={task} />
          {certificates.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          {isReissue ? (
            <TextField
              name="name"
              label={t.holder}
              hint={t.holderHint}
              placeholder={name ?? undefined}
              errors={failure?.fields.name}
              defaultValue={typed.name}
              dir="auto"
            />
          ) : null}
          <TextAreaField
            name="reason"
            label={t.reason}
            errors={failure?.fields.reason}
            defaultValue={typed.reason}
            rows={2}
            required
          />
          <div className={styles.buttons}>
            <SubmitButton>{isReissue ? t.reissue : revoke}</SubmitButton>
            <ButtonLink variant="plain" to={deskLink(lang, 'certificates', backTo)}>
              {t.cancel}
            </ButtonLink>
          </div>
        </KeptForm>
      </Panel>
    </div>
  )
}
