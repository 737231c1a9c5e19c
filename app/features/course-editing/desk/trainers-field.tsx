import { ListField, type Written } from '../../../desk/record/list-field.tsx'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'

/** Who teaches the course, the first one first. */
export function TrainersField({
  value,
  trainers,
  errors,
}: {
  value: string
  trainers: { id: number; name: Written }[]
  errors: string[] | undefined
}) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  if (trainers.length === 0) return <p>{t.noTrainers}</p>
  return (
    <ListField<number>
      name="trainers"
      label={t.trainers}
      value={value}
      errors={errors}
      addLabel={t.addTrainer}
      rowLabel={t.item}
      // Another one each time: nobody teaches a course twice.
      newRow={(chosen) => (trainers.find(({ id }) => !chosen.includes(id)) ?? trainers[0]!).id}
    >
      {(id, change, path) => (
        <select
          id={path}
          className={styles.choice}
          aria-label={t.trainers}
          value={id}
          onChange={({ target }) => change(Number(target.value))}
        >
          {trainers.map((one) => (
            <option key={one.id} value={one.id}>
              {inLang(one.name, lang)}
            </option>
          ))}
        </select>
      )}
    </ListField>
  )
}
