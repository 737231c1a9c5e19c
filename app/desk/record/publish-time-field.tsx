import { TextField } from '../../ui/fields/text-field.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

/**
 * The time at which something is published later, in Riyadh; `publishTimeIn` reads it.
 * @param intent of the form, whose refusal stands at the field
 */
export function PublishTimeField({ intent, label, id }: { intent: string; label: string; id?: string }) {
  const { failureOf, typedIn } = useDeskAnswer()
  return (
    <TextField
      {...(id ? { id } : {})}
      name="at"
      type="datetime-local"
      label={label}
      dir="ltr"
      errors={failureOf(intent)?.fields.at}
      defaultValue={typedIn(intent).at}
      required
    />
  )
}
