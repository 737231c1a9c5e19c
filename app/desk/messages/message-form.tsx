/** A message to learners in both languages: written, seen as it goes out, then sent. */
import type { ReactNode } from 'react'
import type { Lang } from '../../locales/lang.ts'
import type { FormFailure } from '../../request-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { KeptForm } from '../drafts/kept-form.tsx'
import { TwoLanguages } from '../edit-form/two-languages.tsx'
import { useDeskTexts } from '../texts.tsx'
import { Panel } from '../ui/panel.tsx'
import { MESSAGE_FIELDS, type TypedMessage } from './message-fields.ts'
import styles from './message-form.module.css'

/**
 * Its buttons have the intents `preview` and `send`.
 * @param name of what is typed and not yet sent
 * @param hint what may be written in the text
 * @param outgoing what is sent, once it was asked for
 */
export function MessageForm({
  name,
  hint,
  values,
  failure,
  outgoing,
}: {
  name: string
  hint: string
  values: Partial<TypedMessage>
  failure: FormFailure | undefined
  outgoing: ReactNode
}) {
  const t = useDeskTexts('messageForm')
  const both = (part: 'subject' | 'text') => ({ ar: values[`${part}.ar`] ?? '', en: values[`${part}.en`] ?? '' })
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).flatMap(([field, found]) => (found ? [[field, found]] : [])),
  )
  const labels = Object.fromEntries(
    MESSAGE_FIELDS.map((field) => [field, field.startsWith('subject') ? t.subject : t.text]),
  )
  return (
    <KeptForm name={name} until="send" className={styles.form} preventScrollReset>
      <FormErrors failure={failure} labels={labels} />
      <TwoLanguages name="subject" label={t.subject} values={both('subject')} errors={errors} required />
      <TwoLanguages name="text" label={t.text} hint={hint} values={both('text')} errors={errors} lines={8} required />
      <Button type="submit" name="intent" value="preview" variant={outgoing ? 'quiet' : 'primary'}>
        {t.preview}
      </Button>
      {outgoing}
    </KeptForm>
  )
}

type Outgoing = {
  samples: { lang: Lang; mails: number; subject: string; text: string }[]
  mails: number
  /** Of what was seen: another message is not sent. */
  fingerprint: string
}

/** What is sent, to how many, and the button that sends it. @param children what is to be known before */
export function OutgoingMessage({ samples, mails, fingerprint, children }: Outgoing & { children: ReactNode }) {
  const t = useDeskTexts('messageForm')
  return (
    <Panel title={t.before}>
      {children}
      {samples.map((sample) => (
        <section key={sample.lang} className={styles.mail}>
          <h3>{t.goesTo(sample.mails, t.inLanguages[sample.lang])}</h3>
          <article lang={sample.lang} dir={sample.lang === 'ar' ? 'rtl' : 'ltr'}>
            <strong>{sample.subject}</strong>
            <p>{sample.text}</p>
          </article>
        </section>
      ))}
      {mails === 0 ? (
        <p>{t.nobody}</p>
      ) : (
        <>
          <input type="hidden" name="fingerprint" value={fingerprint} />
          <p className={styles.note}>{t.noUndo}</p>
          <SubmitButton name="intent" value="send">
            {t.send(mails)}
          </SubmitButton>
        </>
      )}
    </Panel>
  )
}
