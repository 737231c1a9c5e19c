import { expect, it } from 'vitest'
import { changesBetween } from '../../../api/edits.ts'
import { valuesOf } from '../settings.ts'
import { conflictsByField, errorsByField, fieldsOf, valuesIn } from './settings-form.ts'

const WORDS = { ar: 'نص', en: 'Text' }
const full = valuesOf({
  ...{ name: WORDS, legalName: WORDS, tagline: WORDS, licence: WORDS, address: WORDS },
  ...{ commercialRegistration: '1010987650', phone: '+966 11', email: 'a@b.example', whatsapp: '+966 50' },
  nationalAddress: {
    ...{ buildingNumber: '2322', street: WORDS, district: WORDS, city: WORDS, postalCode: '12214' },
    shortAddress: 'RRRD2929',
  },
  ...{ vatNumber: '310098765000003', vatRatePercent: 15, vatReasons: { exempt: WORDS } },
  bank: { name: WORDS, beneficiary: WORDS, iban: 'SA1600000001234567890123' },
  ...{ adminRefundHalalas: 150_050, workingDays: ['sat', 'sun'], answerDays: { quote: 3 } },
  mailboxes: { quote: 'q@b.example' },
  mailNotes: { moved: WORDS, offered: { ar: 'نص' } },
  social: [{ id: 'linkedin', link: 'https://linkedin.com/a' }],
  stores: { ios: 'https://apps.apple.com/a' },
})

it.each([
  ['of an institute with everything', full],
  ['of a new one', valuesOf(undefined)],
])('the form %s that nobody touched changes nothing', (_, values) => {
  expect(changesBetween(values, valuesIn(fieldsOf(values)))).toEqual({})
})

it('a touched field changes its setting and no other', () => {
  const flat = { ...fieldsOf(full), 'bank.iban': 'SA16 0000', transferDays: '٥', 'workingDays.sat': '' }
  expect(changesBetween(full, valuesIn(flat))).toEqual({
    bank: { from: full.bank, to: { ...full.bank, iban: 'SA16 0000' } },
    transferDays: { from: 3, to: 5 },
    workingDays: { from: expect.arrayContaining(['sat', 'sun']), to: ['sun'] },
  })
  const cleared = Object.fromEntries(
    Object.entries(flat).map(([name, value]) => [name, name.startsWith('bank.') ? '' : value]),
  )
  expect(valuesIn(cleared).bank).toBeNull()
})

it('an error of the call stands at its field', () => {
  const flat = { ...fieldsOf(full), 'social.tiktok': 'x' }
  const errors = {
    'changes.bank.to.iban': ['a'],
    'changes.social.to.1.link': ['b'],
    name: ['c'],
    'vat.reasons.zero': ['d'],
  }
  expect(errorsByField(errors, flat)).toEqual({
    'bank.iban': ['a'],
    'social.tiktok': ['b'],
    'name.ar': ['c'],
    'vat.reasons.zero.ar': ['d'],
  })
})

it('two people meet only at the fields that differ between them', () => {
  const bank = { ...full.bank!, iban: 'SA99' }
  const found = conflictsByField({
    bank: { yours: bank, theirs: full.bank },
    name: { yours: { ar: 'أ', en: 'A' }, theirs: { ar: 'ب', en: 'A' } },
    workingDays: { yours: ['mon', 'sun'], theirs: ['sat'] },
    vat: { yours: { registered: false }, theirs: full.vat },
  })
  expect(found.filter(({ name }) => !name.startsWith('vat.'))).toEqual([
    { name: 'bank.iban', yours: 'SA99', theirs: full.bank!.iban },
    { name: 'name.ar', yours: 'أ', theirs: 'ب' },
    { name: 'workingDays', yours: 'sun mon', theirs: 'sat' },
  ])
  expect(found).toContainEqual({ name: 'vat.registered', yours: 'no', theirs: 'yes' })
})
