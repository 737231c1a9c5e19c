import { useDeskTexts } from '../../../desk/texts.tsx'
import { TwoLanguages } from '../../../desk/ui/two-languages.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { courseField } from './coupon-form.ts'
import styles from './coupons.module.css'

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
      <fieldset className={styles.group}>
        <legend>{t.discount}</legend>
        <p className={styles.hint}>{t.percentHint}</p>
        <TextField {...field('percent')} {...amount} label={t.percent} />
        <TextField {...field('amountHalalas')} {...amount} label={t.amount} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t.validity}</legend>
        <p className={styles.hint}>{t.lastDayHint}</p>
        <TextField {...field('firstDay')} type="date" label={t.firstDay} required />
        <TextField {...field('lastDay')} type="date" label={t.lastDay} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t.limits}</legend>
        <p className={styles.hint}>{t.noLimit}</p>
        <TextField {...field('totalLimit')} {...number} label={t.totalLimit} />
        <TextField {...field('perLearnerLimit')} {...number} label={t.perLearnerLimit} />
        <TextField {...field('minimumHalalas')} {...amount} label={t.minimum} />
        <TextField {...field('emailDomain')} dir="ltr" label={t.emailDomain} placeholder="company.com" />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t.courses}</legend>
        <p className={styles.hint}>{t.coursesHint}</p>
        <div className={styles.courses}>
          {courses.map(({ id, name }) => (
            <CheckField
              key={id}
              name={courseField(id)}
              label={name}
              defaultChecked={(texts[courseField(id)] ?? '') !== ''}
            />
          ))}
        </div>
      </fieldset>
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
