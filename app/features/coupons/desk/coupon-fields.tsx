import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { CourseBoxes } from '../../../desk/ui/course-boxes.tsx'
import { FieldGroup } from '../../../desk/ui/field-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type Props = {
  texts: Record<string, string>
  errors: Record<string, string[]>
  courses: readonly { id: number; name: string }[]
}

/** What a coupon is worth, and for whom, when and what it is valid. */
export function CouponFields({ texts, errors, courses }: Props) {
  const t = useDeskTexts('coupons')
  const field = (name: string) => ({ name, defaultValue: texts[name], errors: errors[name] })
  const number = { inputMode: 'numeric', dir: 'ltr' } as const
  const amount = { inputMode: 'decimal', dir: 'ltr' } as const
  return (
    <>
      <TwoLanguages
        name="note"
        label={t.note}
        hint={t.noteHint}
        values={{ ar: texts['note.ar'] ?? '', en: texts['note.en'] ?? '' }}
        errors={errors}
        required
      />
      <FieldGroup legend={t.discount} hint={t.percentHint}>
        <TextField {...field('percent')} {...amount} label={t.percent} />
        <TextField {...field('amountHalalas')} {...amount} label={t.amount} />
      </FieldGroup>
      <FieldGroup legend={t.validity} hint={t.lastDayHint}>
        <TextField {...field('firstDay')} type="date" label={t.firstDay} required />
        <TextField {...field('lastDay')} type="date" label={t.lastDay} />
      </FieldGroup>
      <FieldGroup legend={t.limits} hint={t.noLimit}>
        <TextField {...field('totalLimit')} {...number} label={t.totalLimit} />
        <TextField {...field('perLearnerLimit')} {...number} label={t.perLearnerLimit} />
        <TextField {...field('minimumHalalas')} {...amount} label={t.minimum} />
        <TextField {...field('emailDomain')} dir="ltr" label={t.emailDomain} placeholder="company.com" />
      </FieldGroup>
      <FieldGroup legend={t.courses} hint={t.coursesHint}>
        <CourseBoxes courses={courses} texts={texts} />
      </FieldGroup>
    </>
  )
}

/** The names of the fields, for the summary of errors. */
export function useFieldLabels(): Record<string, string> {
  const t = useDeskTexts('coupons')
  return {
    code: t.code,
    name: t.name,
    pattern: t.pattern,
    count: t.count,
    'note.ar': t.note,
    percent: t.percent,
    amountHalalas: t.amount,
    firstDay: t.firstDay,
    lastDay: t.lastDay,
    totalLimit: t.totalLimit,
    perLearnerLimit: t.perLearnerLimit,
    minimumHalalas: t.minimum,
    emailDomain: t.emailDomain,
  }
}
