/** The fields of the settings, by their panels. */
import type { ReactNode } from 'react'
import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { NOTE_FIELDS, NOTE_KINDS } from '../../mail-notes/mail-notes.ts'
import { NETWORKS, WEEK } from '../settings.ts'
import styles from './settings.module.css'
import { type Flat, KINDS, MAILBOXES } from './settings-form.ts'

export type Fields = { values: Flat; errors: Record<string, string[]>; english: Parameters<typeof stateOf>[0] }

/** A plain field by its name. */
const line = ({ values, errors }: Fields, name: string) => ({
  name,
  defaultValue: values[name],
  errors: errors[name],
})

const pair = ({ values, errors, english }: Fields, name: string) => ({
  name,
  state: stateOf(english, name),
  values: { ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' },
  errors,
})

export function IdentityFields(fields: Fields) {
  const { fields: t } = useDeskTexts('settings')
  return (
    <>
      <TwoLanguages {...pair(fields, 'name')} label={t.name} required />
      <TwoLanguages {...pair(fields, 'legalName')} label={t.legalName} required />
      <TwoLanguages {...pair(fields, 'tagline')} label={t.tagline} required />
      <TwoLanguages {...pair(fields, 'licence')} label={t.licence} lines={2} required />
      <FieldRow>
        <TextField
          {...line(fields, 'commercialRegistration')}
          label={t.commercialRegistration}
          dir="ltr"
          inputMode="numeric"
          required
        />
        <TextField {...line(fields, 'phone')} label={t.phone} type="tel" required />
        <TextField {...line(fields, 'whatsapp')} label={t.whatsapp} type="tel" />
        <TextField {...line(fields, 'email')} label={t.email} type="email" required />
      </FieldRow>
    </>
  )
}

export function AddressFields(fields: Fields) {
  const t = useDeskTexts('settings')
  const digits = (name: 'buildingNumber' | 'additionalNumber' | 'postalCode' | 'shortAddress') => (
    <TextField
      {...line(fields, `nationalAddress.${name}`)}
      label={t.fields[name]}
      dir="ltr"
      {...(name === 'shortAddress' ? {} : { inputMode: 'numeric' })}
    />
  )
  return (
    <>
      <TwoLanguages {...pair(fields, 'address')} label={t.fields.address} required />
      <p className={styles.hint}>{t.nationalHint}</p>
      <TwoLanguages {...pair(fields, 'nationalAddress.street')} label={t.fields.street} />
      <TwoLanguages {...pair(fields, 'nationalAddress.district')} label={t.fields.district} />
      <TwoLanguages {...pair(fields, 'nationalAddress.city')} label={t.fields.city} />
      <FieldRow>
        {digits('buildingNumber')}
        {digits('additionalNumber')}
        {digits('postalCode')}
        {digits('shortAddress')}
      </FieldRow>
    </>
  )
}

export function VatFields({ effects, ...fields }: Fields & { effects: string }) {
  const t = useDeskTexts('settings')
  const isSaid = Boolean(fields.values['vat.registered'])
  const choices = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))
  return (
    <>
      <p className={styles.hint}>{effects}</p>
      <FieldRow>
        <SelectField
          {...line(fields, 'vat.registered')}
          label={t.fields.registered}
          options={[...(isSaid ? [] : [{ value: '', label: t.registeredUnsaid }]), ...choices(t.registeredChoices)]}
          required
        />
        <TextField {...line(fields, 'vat.number')} label={t.fields.number} dir="ltr" inputMode="numeric" />
        <TextField {...line(fields, 'vat.ratePercent')} label={t.fields.ratePercent} dir="ltr" inputMode="decimal" />
        <SelectField {...line(fields, 'vat.treatment')} label={t.fields.treatment} options={choices(t.treatments)} />
      </FieldRow>
      <TwoLanguages {...pair(fields, 'vat.reasons.zero')} label={t.fields.reasonZero} />
      <TwoLanguages {...pair(fields, 'vat.reasons.exempt')} label={t.fields.reasonExempt} />
    </>
  )
}

export function BankFields(fields: Fields) {
  const t = useDeskTexts('settings')
  return (
    <>
      <p className={styles.hint}>{t.bankHint}</p>
      <TwoLanguages {...pair(fields, 'bank.name')} label={t.fields.bankName} />
      <TwoLanguages {...pair(fields, 'bank.beneficiary')} label={t.fields.beneficiary} />
      <TextField {...line(fields, 'bank.iban')} label={t.fields.iban} dir="ltr" autoComplete="off" />
    </>
  )
}

export function TimeFields(fields: Fields) {
  const t = useDeskTexts('settings')
  const { values, errors } = fields
  return (
    <>
      <fieldset className={styles.days} aria-invalid={errors.workingDays ? true : undefined}>
        <legend>{t.fields.workingDays}</legend>
        {WEEK.map((day) => (
          <CheckField
            key={day}
            name={`workingDays.${day}`}
            label={t.days[day]}
            defaultChecked={values[`workingDays.${day}`] !== ''}
          />
        ))}
        {errors.workingDays ? <p role="alert">{errors.workingDays.join(' ')}</p> : null}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t.answerTitle}</legend>
        <FieldRow>
          {KINDS.map((kind) => (
            <TextField
              key={kind}
              {...line(fields, `answerDays.${kind}`)}
              label={t.kinds[kind]}
              inputMode="numeric"
              required
            />
          ))}
        </FieldRow>
      </fieldset>
      <FieldRow>
        <TextField {...line(fields, 'transferDays')} label={t.fields.transferDays} inputMode="numeric" required />
        <TextField {...line(fields, 'refundDays')} label={t.fields.refundDays} inputMode="numeric" required />
        <TextField
          {...line(fields, 'movedRunDays')}
          label={t.fields.movedRunDays}
          hint={t.movedRunHint}
          inputMode="numeric"
          required
        />
        <TextField
          {...line(fields, 'offerHours')}
          label={t.fields.offerHours}
          hint={t.offerHint}
          inputMode="numeric"
          required
        />
        <TextField
          {...line(fields, 'certificatePercent')}
          label={t.fields.certificatePercent}
          hint={t.certificatePercentHint}
          inputMode="numeric"
          required
        />
        <TextField
          {...line(fields, 'adminRefundHalalas')}
          label={t.fields.adminRefundHalalas}
          hint={t.adminRefundHint}
          inputMode="decimal"
        />
      </FieldRow>
    </>
  )
}

/** @param preview shows the mails with what was typed */
export function MailFields({ preview, ...fields }: Fields & { preview: ReactNode }) {
  const t = useDeskTexts('settings')
  return (
    <>
      <p className={styles.hint}>{t.mails.hint}</p>
      {NOTE_KINDS.map((kind) => (
        <TwoLanguages
          key={kind}
          {...pair(fields, `mailNotes.${kind}`)}
          label={t.mails.kinds[kind]}
          hint={t.mails.fields(NOTE_FIELDS[kind].map((name) => `{${name}}`))}
          lines={3}
        />
      ))}
      {preview}
    </>
  )
}

export function AccountFields(fields: Fields) {
  const t = useDeskTexts('settings')
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t.mailboxesTitle}</legend>
        <p className={styles.hint}>{t.mailboxesHint}</p>
        <FieldRow>
          {MAILBOXES.map((kind) => (
            <TextField key={kind} {...line(fields, `mailboxes.${kind}`)} label={t.kinds[kind]} type="email" />
          ))}
        </FieldRow>
      </fieldset>
      <FieldRow>
        {NETWORKS.map((id) => (
          <TextField key={id} {...line(fields, `social.${id}`)} label={t.networks[id]} type="url" />
        ))}
        <TextField {...line(fields, 'stores.ios')} label={t.fields.ios} type="url" />
        <TextField {...line(fields, 'stores.android')} label={t.fields.android} type="url" />
      </FieldRow>
    </>
  )
}
