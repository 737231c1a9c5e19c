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

/** Of a new company: its main contact, unless nothing is written of one. */
export function firstContactIn(texts: Texts) {
  const of = (name: string) => texts[`contact.${name}`] ?? ''
  const typed = { name: of('name'), email: of('email'), phone: of('phone'), jobTitle: of('jobTitle') }
  const isBlank = Object.values(typed).every((text) => text.trim() === '')
  return isBlank ? null : contactValues({ ...typed, isPrimary: 'on' })
}

type Enquiry = {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  facts: readonly { name: string; value: string }[]
}

/** What an enquiry says of the company and of the person who asks. */
export function textsOfEnquiry({ name, email, phone, facts }: Enquiry): Texts {
  const fact = (wanted: string) => facts.find((one) => one.name === wanted)?.value ?? ''
  return {
    'name.ar': fact('institutionName'),
    'contact.name': name ?? '',
    'contact.email': email ?? '',
    'contact.phone': phone ?? '',
    'contact.jobTitle': fact('jobTitle'),
  }
}

/** `changes.name.to.ar` is the form's field `name.ar`. */
export const fieldName = (path: string) => path.replace(/^changes\.|\.to(?=\.|$)/g, '')
