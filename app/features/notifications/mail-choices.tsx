import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { NotificationSettings } from './contract.ts'
import styles from './mail-choices.module.css'

const WAYS = ['at-once', 'daily', 'none'] as const

type Props = { choices: NotificationSettings; failure: FormFailure | undefined; isSaved: boolean }

/** The form for the choice of mails. */
export function MailChoices({ choices, failure, isSaved }: Props) {
  const t = useTexts('profile').notifications.choices
  const options = WAYS.map((value) => ({ value, label: t.when[value] }))
  return (
    <Card as="section" aria-labelledby="emails" className={styles.card}>
      <h3 id="emails">{t.title}</h3>
      <p className={styles.lead}>{t.lead}</p>
      {isSaved ? <Alert kind="success">{t.saved}</Alert> : null}
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <FormErrors failure={failure} labels={{ mentions: t.mentions, comments: t.comments, news: t.news }} />
        {(['mentions', 'comments'] as const).map((name) => (
          <SelectField
            key={name}
            name={name}
            label={t[name]}
            options={options}
            defaultValue={choices[name]}
            errors={failure?.fields[name]}
            required
          />
        ))}
        <SelectField
          name="news"
          label={t.news}
          options={options.filter(({ value }) => value !== 'daily')}
          defaultValue={choices.news}
          errors={failure?.fields.news}
          required
        />
        <CheckField name="followOwn" label={t.followOwn} defaultChecked={choices.followOwn} />
        <div>
          <SubmitButton name="intent" value="choose">
            {t.save}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
