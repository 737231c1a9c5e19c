import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { localMoment, momentIn } from '../../../desk/local-moment.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { BANNER_KINDS, type BannerState } from '../banner-state.ts'
import type { DeskBanner } from '../contract.ts'

export type Values = Record<string, string>

export const flat = ({ kind, text, link, linkText, startsAt, endsAt }: DeskBanner): Values => ({
  ...{ kind, 'text.ar': text.ar, 'text.en': text.en, link: link ?? '' },
  ...{ 'linkText.ar': linkText?.ar ?? '', 'linkText.en': linkText?.en ?? '' },
  ...{ startsAt: localMoment(startsAt), endsAt: localMoment(endsAt) },
})

/** The fields of a form as calls take them. */
export function bannerIn(fields: Values) {
  const both = (name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })
  return {
    kind: fields.kind as DeskBanner['kind'],
    ...{ text: both('text'), link: fields.link ?? '', linkText: both('linkText') },
    ...{ startsAt: momentIn(fields.startsAt ?? '') ?? '', endsAt: momentIn(fields.endsAt ?? '') ?? '' },
  }
}

export function useBannerLabels(): Record<string, string> {
  const t = useDeskTexts('banners')
  const { arabic, english } = useDeskTexts('frame').edit
  const both = (name: 'text' | 'linkText') => ({
    ...{ [name]: t[name], [`${name}.ar`]: `${t[name]}: ${arabic}`, [`${name}.en`]: `${t[name]}: ${english}` },
  })
  return {
    ...{ kind: t.kind, link: t.link, startsAt: t.startsAt, endsAt: t.endsAt, ...both('text'), ...both('linkText') },
  }
}

const TONES = { planned: 'deep', shown: 'mint', over: 'sand' } as const

export function StateBadge({ state }: { state: BannerState }) {
  return <Badge tone={TONES[state]}>{useDeskTexts('banners').states[state]}</Badge>
}

export function BannerFields({ values, errors }: { values: Values; errors: Record<string, string[]> }) {
  const t = useDeskTexts('banners')
  const time = (name: 'startsAt' | 'endsAt') => ({ name, label: t[name], hint: t.timeHint, errors: errors[name] })
  const both = (name: 'text' | 'linkText') => ({
    ...{ name, label: t[name], values: { ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' } },
    // A text that is missing as a whole is said at the Arabic.
    errors: errors[name] ? { ...errors, [`${name}.ar`]: errors[name] } : errors,
  })
  return (
    <>
      <SelectField
        name="kind"
        label={t.kind}
        defaultValue={values.kind}
        errors={errors.kind}
        options={BANNER_KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
        required
      />
      <TwoLanguages {...both('text')} hint={t.textHint} lines={2} required />
      <TextField
        name="link"
        label={t.link}
        hint={t.linkHint}
        dir="ltr"
        defaultValue={values.link}
        errors={errors.link}
      />
      <TwoLanguages {...both('linkText')} />
      <TextField {...time('startsAt')} type="datetime-local" dir="ltr" defaultValue={values.startsAt} required />
      <TextField {...time('endsAt')} type="datetime-local" dir="ltr" defaultValue={values.endsAt} required />
    </>
  )
}
