/** The settings as the desk edits them, and as they are stored, where what is empty or as by default is left out. */
import type { Institute, Localized, NationalAddress } from '../../../db/shapes.ts'
import { MIN_ATTENDED_PERCENT } from '../certificates/rule.ts'
import { ANSWER_DAYS, WORKING_DAYS } from '../leads/answer-time.ts'
import { OFFER_HOURS, REFUND_DAYS } from '../orders/order-state.ts'
import { DEFAULT_VAT_PERCENT } from '../orders/prices/vat.ts'
import { MOVED_RUN_DAYS } from '../runs/terms.ts'
import { TRANSFER_DAYS } from '../transfers/transfer.ts'
import type { SettingsValues } from './contract.ts'

/** What has to be known before the first page is shown. */
export const NEEDED_FIRST = [
  ...(['name', 'legalName', 'tagline', 'licence', 'commercialRegistration'] as const),
  ...(['phone', 'email', 'address'] as const),
]

/** Lists without an order of their own have this one. */
export const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export const NETWORKS = ['x', 'linkedin', 'instagram', 'youtube', 'snapchat', 'tiktok'] as const

const NOTHING: Institute = {
  ...{ name: { ar: '' }, legalName: { ar: '' }, tagline: { ar: '' }, licence: { ar: '' }, address: { ar: '' } },
  ...{ commercialRegistration: '', phone: '', email: '', social: [] },
}

/** @param stored undefined for an institute that is set up anew, which has not said yet whether it is registered for VAT */
export function valuesOf(stored: Institute | undefined): SettingsValues {
  const data = stored ?? NOTHING
  return {
    ...{ name: data.name, legalName: data.legalName, tagline: data.tagline, licence: data.licence },
    commercialRegistration: data.commercialRegistration,
    ...{ phone: data.phone, whatsapp: data.whatsapp || null, email: data.email },
    mailboxes: (data.mailboxes ?? {}) as SettingsValues['mailboxes'],
    address: data.address,
    nationalAddress: data.nationalAddress ? readAddress(data.nationalAddress) : null,
    vat: stored ? vatOf(stored) : null,
    bank: data.bank ?? null,
    transferDays: data.transferDays ?? TRANSFER_DAYS,
    refundDays: data.refundDays ?? REFUND_DAYS,
    adminRefundHalalas: data.adminRefundHalalas ?? null,
    certificatePercent: data.certificatePercent ?? MIN_ATTENDED_PERCENT,
    movedRunDays: data.movedRunDays ?? MOVED_RUN_DAYS,
    offerHours: data.offerHours ?? OFFER_HOURS,
    mailNotes: data.mailNotes ?? {},
    workingDays: WEEK.filter((day) => (data.workingDays ?? WORKING_DAYS).includes(day)),
    answerDays: { ...ANSWER_DAYS, ...data.answerDays },
    social: NETWORKS.flatMap((id) => data.social.filter((one) => one.id === id)) as SettingsValues['social'],
    stores: { ios: data.stores?.ios || null, android: data.stores?.android || null },
  }
}

const readAddress = ({ additionalNumber = null, shortAddress = null, ...rest }: NationalAddress | WithNulls) => ({
  ...rest,
  additionalNumber,
  shortAddress,
})
type WithNulls = NonNullable<SettingsValues['nationalAddress']>

function vatOf({ vatRegistered, vatNumber, vatRatePercent, vatDefault, vatReasons }: Institute): SettingsValues['vat'] {
  if (vatRegistered === false) return { registered: false }
  return {
    registered: true,
    number: vatNumber ?? '',
    ratePercent: vatRatePercent ?? DEFAULT_VAT_PERCENT,
    treatment: vatDefault ?? 'standard',
    reasons: { zero: vatReasons?.zero ?? null, exempt: vatReasons?.exempt ?? null },
  }
}

/** @param before what the values do not name stays */
export function storedOf(values: SettingsValues, before: Institute | undefined): Institute {
  const { vat, whatsapp, nationalAddress, bank, stores, mailboxes, adminRefundHalalas, mailNotes, ...rest } = values
  const {
    vatRegistered: _,
    vatNumber: __,
    vatRatePercent: ___,
    vatDefault: ____,
    vatReasons: _____,
    ...kept
  } = before ?? NOTHING
  return clean({
    ...kept,
    ...rest,
    ...storedVat(vat),
    whatsapp: whatsapp ?? undefined,
    nationalAddress: nationalAddress ?? undefined,
    bank: bank ?? undefined,
    mailboxes: Object.keys(mailboxes).length > 0 ? mailboxes : undefined,
    stores: stores.ios || stores.android ? stores : undefined,
    adminRefundHalalas: adminRefundHalalas ?? undefined,
    mailNotes: Object.keys(mailNotes).length > 0 ? mailNotes : undefined,
    // What is as by default is not stored: it follows the default.
    ...withoutDefaults(values),
  }) as Institute
}

function storedVat(vat: SettingsValues['vat']): Partial<Institute> {
  if (!vat) return {}
  if (!vat.registered) return { vatRegistered: false }
  const reasons = clean(vat.reasons) as { zero?: Localized; exempt?: Localized }
  return {
    vatNumber: vat.number,
    vatRatePercent: vat.ratePercent,
    ...(vat.treatment === 'standard' ? {} : { vatDefault: vat.treatment }),
    ...(Object.keys(reasons).length > 0 ? { vatReasons: reasons } : {}),
  }
}

function withoutDefaults(values: SettingsValues) {
  const { workingDays, answerDays, certificatePercent, movedRunDays, offerHours } = values
  const isUsual = workingDays.length === WORKING_DAYS.length && WORKING_DAYS.every((day) => workingDays.includes(day))
  const own = Object.entries(answerDays).filter(
    ([kind, days]) => days !== ANSWER_DAYS[kind as keyof typeof ANSWER_DAYS],
  )
  return {
    workingDays: isUsual ? undefined : workingDays,
    movedRunDays: movedRunDays === MOVED_RUN_DAYS ? undefined : movedRunDays,
    offerHours: offerHours === OFFER_HOURS ? undefined : offerHours,
    certificatePercent: certificatePercent === MIN_ATTENDED_PERCENT ? undefined : certificatePercent,
    answerDays: own.length > 0 ? Object.fromEntries(own) : undefined,
  }
}

/** Without fields that are empty, at any depth. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return Object.fromEntries(kept.map(([name, part]) => [name, clean(part)]))
}
