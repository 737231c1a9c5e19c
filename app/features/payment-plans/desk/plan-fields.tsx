import { useDeskTexts } from '../../../desk/texts.tsx'
import { CourseBoxes } from '../../../desk/ui/course-boxes.tsx'
import { FieldGroup } from '../../../desk/ui/field-group.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { COUNTED_FROM } from '../schedule.ts'
import { PART_ROWS, partField, type Texts } from './plan-form.ts'
import styles from './plans.module.css'

type Props = {
  texts: Texts
  errors: Record<string, string[]>
  courses: readonly { id: number; name: string }[]
}

export function PlanBadge({ isActive }: { isActive: boolean }) {
  const t = useDeskTexts('paymentPlans')
  return <Badge tone={isActive ? 'mint' : 'sand'}>{isActive ? t.active : t.inactive}</Badge>
}

/** The deposit, the parts after it, and for which courses they are. */
export function PlanFields({ texts, errors, courses }: Props) {
  const t = useDeskTexts('paymentPlans')
  const field = (name: string) => ({ name, defaultValue: texts[name], errors: errors[name] })
  const number = { inputMode: 'numeric', dir: 'ltr' } as const
  const amount = { inputMode: 'decimal', dir: 'ltr' } as const
  return (
    <>
      <TextField {...field('name')} label={t.name} hint={t.nameHint} required />
      <FieldGroup legend={t.deposit} hint={t.depositHint}>
        <TextField {...field('depositPercent')} {...number} label={t.percentOfPrice} />
        <TextField {...field('depositHalalas')} {...amount} label={t.amount} />
      </FieldGroup>
      <FieldGroup legend={t.parts} hint={t.partsHint}>
        {PART_ROWS.map((row) => (
          <fieldset key={row} className={styles.part}>
            <legend>{t.part(row + 2)}</legend>
            <FieldRow width="narrow">
              <TextField {...field(partField(row, 'percent'))} {...number} label={t.percentOfRest} />
              <TextField {...field(partField(row, 'days'))} {...number} label={t.days} />
              <SelectField
                {...field(partField(row, 'from'))}
                label={t.from}
                options={COUNTED_FROM.map((value) => ({ value, label: t.counted[value] }))}
              />
            </FieldRow>
          </fieldset>
        ))}
      </FieldGroup>
      <FieldGroup legend={t.courses} hint={t.coursesHint}>
        <TextField {...field('fromHalalas')} {...amount} label={t.fromPrice} hint={t.fromPriceHint} />
        <CourseBoxes courses={courses} texts={texts} />
      </FieldGroup>
      <CheckField
        name="isActive"
        label={t.isActive}
        hint={t.isActiveHint}
        defaultChecked={(texts.isActive ?? '') !== ''}
      />
    </>
  )
}

/** The names of the fields, for the summary of errors. */
export function usePlanLabels(): Record<string, string> {
  const t = useDeskTexts('paymentPlans')
  const rows = PART_ROWS.flatMap((row) => [
    [partField(row, 'percent'), `${t.part(row + 2)}: ${t.percentOfRest}`],
    [partField(row, 'days'), `${t.part(row + 2)}: ${t.days}`],
    [partField(row, 'from'), `${t.part(row + 2)}: ${t.from}`],
  ])
  return {
    ...{ name: t.name, depositPercent: t.percentOfPrice, depositHalalas: t.amount, parts: t.parts },
    ...{ courseIds: t.courses, fromHalalas: t.fromPrice, isActive: t.isActive },
    ...Object.fromEntries(rows),
  }
}
