/** The settings as the fields of one form, and back. Both directions are pure: an edit compares what was read and typed. */
import { foldDigits } from '../../../locales/digits.ts'
import { NOTE_KINDS } from '../../mail-notes/mail-notes.ts'
import type { SettingsValues } from '../contract.ts'
import { NETWORKS, valuesOf, WEEK } from '../settings.ts'

export type Flat = Record<string, string>

export const KINDS = ['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer'] as const
export const MAILBOXES = [...KINDS, 'orders'] as const
const TEXTS = ['name', 'legalName', 'tagline', 'licence', 'address'] as const
const LINES = ['commercialRegistration', 'phone', 'whatsapp', 'email'] as const

type Words = { ar: string; en?: string | undefined }

const words = (name: string, text: Words | null | undefined): Flat => ({
  [`${name}.ar`]: text?.ar ?? '',
  [`${name}.en`]: text?.en ?? '',
})

/** Each field of the form with its value; an empty one says nothing. */
export function fieldsOf(values: SettingsValues): Flat {
  const { nationalAddress: national, vat, bank } = values
  const on = vat?.registered ? vat : undefined
  return {
    ...Object.assign({}, ...TEXTS.map((name) => words(name, values[name]))),
    ...Object.fromEntries(LINES.map((name) => [name, values[name] ?? ''])),
    ...Object.fromEntries(MAILBOXES.map((kind) => [`mailboxes.${kind}`, values.mailboxes[kind] ?? ''])),
    ...words('nationalAddress.street', national?.street),
    ...words('nationalAddress.district', national?.district),
    ...words('nationalAddress.city', national?.city),
    'nationalAddress.buildingNumber': national?.buildingNumber ?? '',
    'nationalAddress.additionalNumber': national?.additionalNumber ?? '',
    'nationalAddress.postalCode': national?.postalCode ?? '',
    'nationalAddress.shortAddress': national?.shortAddress ?? '',
    'vat.registered': vat ? (vat.registered ? 'yes' : 'no') : '',
    'vat.number': on?.number ?? '',
    'vat.ratePercent': String(on?.ratePercent ?? 15),
    'vat.treatment': on?.treatment ?? 'standard',
    ...words('vat.reasons.zero', on?.reasons.zero),
    ...words('vat.reasons.exempt', on?.reasons.exempt),
    ...words('bank.name', bank?.name),
    ...words('bank.beneficiary', bank?.beneficiary),
    'bank.iban': bank?.iban ?? '',
    transferDays: String(values.transferDays),
    refundDays: String(values.refundDays),
    certificatePercent: String(values.certificatePercent),
    movedRunDays: String(values.movedRunDays),
    offerHours: String(values.offerHours),
    ...Object.assign({}, ...NOTE_KINDS.map((kind) => words(`mailNotes.${kind}`, values.mailNotes[kind]))),
    adminRefundHalalas: values.adminRefundHalalas === null ? '' : String(values.adminRefundHalalas / 100),
    ...Object.fromEntries(WEEK.map((day) => [`workingDays.${day}`, values.workingDays.includes(day) ? 'on' : ''])),
    ...Object.fromEntries(KINDS.map((kind) => [`answerDays.${kind}`, String(values.answerDays[kind])])),
    ...Object.fromEntries(
      NETWORKS.map((id) => [`social.${id}`, values.social.find((one) => one.id === id)?.link ?? '']),
    ),
    'stores.ios': values.stores.ios ?? '',
    'stores.android': values.stores.android ?? '',
  }
}

/** What the fields say. Numbers that are none are sent as they are: the call refuses them by name. */
export function valuesIn(flat: Flat): SettingsValues {
  const text = (name: string) => (flat[name] ?? '').trim()
  const both = (name: string): Words => ({
    ar: text(`${name}.ar`),
    ...(text(`${name}.en`) ? { en: text(`${name}.en`) } : {}),
  })
  const orNull = (name: string) => (text(`${name}.ar`) || text(`${name}.en`) ? both(name) : null)
  const number = (name: string, factor = 1) => {
    const digits = foldDigits(text(name)).replace(/,/g, '')
    return digits === '' ? Number.NaN : Math.round(Number(digits) * factor * 100) / 100
  }
  const isFilled = (prefix: string) => Object.keys(flat).some((name) => name.startsWith(prefix) && text(name))
  const filled = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (text(`${prefix}.${name}`) ? [[name, text(`${prefix}.${name}`)]] : [])))
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, both(name)])),
    ...Object.fromEntries(LINES.map((name) => [name, text(name)])),
    whatsapp: text('whatsapp') || null,
    mailboxes: filled('mailboxes', MAILBOXES),
    nationalAddress: isFilled('nationalAddress.')
      ? {
          ...filled('nationalAddress', ['buildingNumber', 'postalCode']),
          ...{ street: both('nationalAddress.street'), district: both('nationalAddress.district') },
          city: both('nationalAddress.city'),
          additionalNumber: text('nationalAddress.additionalNumber') || null,
          shortAddress: text('nationalAddress.shortAddress') || null,
        }
      : null,
    vat:
      text('vat.registered') === 'yes'
        ? {
            registered: true,
            number: text('vat.number'),
            ratePercent: number('vat.ratePercent'),
            treatment: text('vat.treatment'),
            reasons: { zero: orNull('vat.reasons.zero'), exempt: orNull('vat.reasons.exempt') },
          }
        : text('vat.registered') === 'no'
          ? { registered: false }
          : null,
    bank: isFilled('bank.')
      ? { name: both('bank.name'), beneficiary: both('bank.beneficiary'), iban: text('bank.iban') }
      : null,
    transferDays: number('transferDays'),
    refundDays: number('refundDays'),
    certificatePercent: number('certificatePercent'),
    movedRunDays: number('movedRunDays'),
    offerHours: number('offerHours'),
    mailNotes: Object.fromEntries(
      NOTE_KINDS.flatMap((kind) => (orNull(`mailNotes.${kind}`) ? [[kind, both(`mailNotes.${kind}`)]] : [])),
    ),
    adminRefundHalalas: text('adminRefundHalalas') ? number('adminRefundHalalas', 100) : null,
    workingDays: WEEK.filter((day) => text(`workingDays.${day}`)),
    answerDays: Object.fromEntries(KINDS.map((kind) => [kind, number(`answerDays.${kind}`)])),
    social: NETWORKS.flatMap((id) => (text(`social.${id}`) ? [{ id, link: text(`social.${id}`) }] : [])),
    stores: { ios: text('stores.ios') || null, android: text('stores.android') || null },
  } as SettingsValues
}

/** The errors of the call by the fields of the form. @param flat what was typed */
export function errorsByField(errors: Record<string, string[]>, flat: Flat): Record<string, string[]> {
  const networks = NETWORKS.filter((id) => (flat[`social.${id}`] ?? '').trim())
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const name = path.replace(/^changes\./, '').replace(/\.to(?=\.|$)/, '')
      const place = /^social\.(\d+)/.exec(name)
      if (place) return [`social.${networks[Number(place[1])]}`, texts]
      return [`${name}.ar` in flat ? `${name}.ar` : name, texts]
    }),
  )
}

export type FieldConflict = { name: string; yours: string; theirs: string }

/** The fields of the form that differ in settings which two people changed; working days are one, with their names. */
export function conflictsByField(conflicts: Record<string, { yours: unknown; theirs: unknown }>): FieldConflict[] {
  const blank = valuesOf(undefined)
  return Object.entries(conflicts).flatMap(([setting, { yours, theirs }]) => {
    if (setting === 'workingDays') return [{ name: setting, yours: inOrder(yours), theirs: inOrder(theirs) }]
    const [mine, other] = [fieldsOf({ ...blank, [setting]: yours }), fieldsOf({ ...blank, [setting]: theirs })]
    const names = Object.keys(mine).filter((name) => mine[name] !== other[name])
    return names.map((name) => ({ name, yours: mine[name]!, theirs: other[name]! }))
  })
}

const inOrder = (days: unknown) => WEEK.filter((day) => Array.isArray(days) && days.includes(day)).join(' ')
