import { Form } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CourseActionData } from './course-action-data.ts'
import styles from './notify-form.module.css'

type Props = { courseId: number; email: string | undefined; answer: CourseActionData }

/** The waitlist form of a course that cannot be booked now. */
export function NotifyForm({ courseId, email, answer }: Props) {
  const t = useTexts('course').notify
  if (answer?.done === 'notify') {
    return (
      <div id="notify">
        <Alert kind="success" title={t.doneTitle}>
          {t.done}
        </Alert>
      </div>
    )
  }
  const failure = answer?.failure?.intent === 'notify' ? answer.failure : undefined
  return (
    // A browser without scripts is led to the answer.
    <Form method="post" action="#notify" className={styles.form} id="notify" preventScrollReset noValidate>
      <p className={styles.title}>{t.title}</p>
      <p className={styles.lead}>{t.lead}</p>
      <FormErrors failure={failure} labels={{ email: t.email }} />
      <input type="hidden" name="courseId" value={courseId} />
      <TextField
        name="email"
        type="email"
        label={t.email}
        autoComplete="email"
        required
        errors={failure?.fields.email}
        defaultValue={failure ? answer?.values.email : email}
      />
      <SubmitButton wide name="intent" value="notify">
        {t.send}
      </SubmitButton>
    </Form>
  )
}
