/** A company and its contacts as the fields of forms, and back. Pure: an edit compares what was read and typed. */
import type { Company, Contact } from '../contract.ts'

export type Texts = Record<string, string>
type Words = { ar: string; en?: string | undefined }

const ADDRESS_WORDS = ['street', 'district', 'city'] as const
const ADDRESS_LINES = ['buildingNumber', 'additionalNumber', 'postalCode', 'shortAddress'] as const

const both = (name: string, words: Words | undefined): Texts => ({
  [`${name}.ar`]: words?.ar ?? '',
  [`${name}.en`]: words?.en ?? '',
})

export const textsOf = ({ name, vatNumber, registerNumber, nationalAddress: address, notes }: Company): Texts => ({
  ...both('name', name),
  ...{ vatNumber: vatNumber ?? '', registerNumber: registerNumber ?? '', notes },
  ...Object.assign({}, ...ADDRESS_WORDS.map((part) => both(`nationalAddress.${part}`, address?.[part]))),
  ...Object.fromEntries(ADDRESS_LINES.map((part) => [`nationalAddress.${part}`, address?.[part] ?? ''])),
})

/** What a call takes; its contract checks it. An address of which nothing is written is none. */
export function valuesOf(texts: Texts) {
  const text = (name: string) => (texts[name] ?? '').trim()
  const words = (name: string): Words => ({
    ar: text(`${name}.ar`),
    ...(text(`${name}.en`) ? { en: text(`${name}.en`) } : {}),
  })
  const hasAddress = Object.keys(texts).some((name) => name.startsWith('nationalAddress.') && text(name) !== '')
  const address = {
    ...Object.fromEntries(ADDRESS_WORDS.map((part) => [part, words(`nationalAddress.${part}`)])),
    ...Object.fromEntries(ADDRESS_LINES.map((part) => [part, text(`nationalAddress.${part}`)])),
  }
  return {
    name: words('name'),
    vatNumber: text('vatNumber') || null,
    registerNumber: text('registerNumber') || null,
    nationalAddress: hasAddress ? address : null,
    notes: text('notes'),
  }
}

export const contactTexts = ({ name, email, phone, jobTitle, isPrimary }: Contact): Texts => ({
  ...{ name, email, phone: phone ?? '', jobTitle: jobTitle ?? '', isPrimary: isPrimary ? 'on' : '' },
})

export const contactValues = (texts: Texts) => ({
  name: texts.name ?? '',
  email: texts.email ?? '',
  phone: texts.phone?.trim() || null,
  jobTitle: texts.jobTitle?.trim() || null,
  isPrimary: (texts.isPrimary ?? '') !== '',
})

export const textsIn = (form: FormData): Texts =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** `changes.name.to.ar` is the form's field `name.ar`. */
export const fieldName = (path: string) => path.replace(/^changes\.|\.to(?=\.|$)/g, '')
