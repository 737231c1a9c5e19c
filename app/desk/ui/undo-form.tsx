import { Form } from 'react-router'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useDeskTexts } from '../texts.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import styles from './undo-form.module.css'

/** Undoes what the person did last with a record. The page has an intent `undo`. @param until null when they cannot */
export function UndoForm({ until }: { until: string | null }) {
  const t = useDeskTexts('frame').edit
  const failure = useDeskAnswer().failureOf('undo')
  if (!until && !failure) return null
  return (
    <Form method="post" preventScrollReset className={styles.undo}>
      <FormErrors failure={failure} labels={{}} />
      <input type="hidden" name="intent" value="undo" />
      {until ? <SubmitButton variant="quiet">{t.undoLast}</SubmitButton> : null}
    </Form>
  )
}
