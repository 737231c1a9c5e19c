import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './companies.module.css'
import type { Texts } from './company-form.ts'

type Props = { texts: Texts; errors: Record<string, string[]> }

export function CompanyFields({ texts, errors }: Props) {
  const t = useDeskTexts('companies')
  const line = (name: string) => ({ name, defaultValue: texts[name], errors: errors[name] })
  const digits = { dir: 'ltr', inputMode: 'numeric', autoComplete: 'off' } as const
  const pair = (name: string) => ({
    ...{ name, values: { ar: texts[`${name}.ar`] ?? '', en: texts[`${name}.en`] ?? '' }, errors },
  })
  const address = (part: string) => `nationalAddress.${part}`
  return (
    <>
      <TwoLanguages {...pair('name')} label={t.name} hint={t.nameHint} required />
      <FieldRow>
        <TextField {...line('vatNumber')} {...digits} label={t.vatNumber} hint={t.vatNumberHint} />
        <TextField {...line('registerNumber')} {...digits} label={t.registerNumber} />
      </FieldRow>
      <h3>{t.address}</h3>
      <p className={styles.hint}>{t.addressHint}</p>
      <TwoLanguages {...pair(address('street'))} label={t.street} />
      <TwoLanguages {...pair(address('district'))} label={t.district} />
      <TwoLanguages {...pair(address('city'))} label={t.city} />
      <FieldRow>
        <TextField {...line(address('buildingNumber'))} {...digits} label={t.buildingNumber} />
        <TextField {...line(address('additionalNumber'))} {...digits} label={t.additionalNumber} />
        <TextField {...line(address('postalCode'))} {...digits} label={t.postalCode} />
        <TextField {...line(address('shortAddress'))} dir="ltr" autoComplete="off" label={t.shortAddress} />
      </FieldRow>
      <TextAreaField {...line('notes')} label={t.notes} hint={t.notesHint} />
    </>
  )
}

/** The names of the fields, for the summary of errors. */
export function useFieldLabels(): Record<string, string> {
  const t = useDeskTexts('companies')
  const address = ['buildingNumber', 'additionalNumber', 'postalCode', 'shortAddress'] as const
  const words = ['street', 'district', 'city'] as const
  return {
    ...{ 'name.ar': t.name, 'name.en': t.name, notes: t.notes },
    ...{ vatNumber: t.vatNumber, registerNumber: t.registerNumber },
    ...Object.fromEntries(address.map((part) => [`nationalAddress.${part}`, t[part]])),
    ...Object.fromEntries(
      words.flatMap((part) => ['ar', 'en'].map((lang) => [`nationalAddress.${part}.${lang}`, t[part]])),
    ),
  }
}
