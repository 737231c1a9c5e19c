import { describe, expect, it } from 'vitest'
import { isIban } from './iban.ts'

describe('an IBAN', () => {
  it.each(['SA0380000000608010167519', 'GB82WEST12345698765432', 'DE89370400440532013000'])(
    'is accepted: %s',
    (iban) => {
      expect(isIban(iban)).toBe(true)
    },
  )

  it.each([
    ['one wrong digit', 'SA0380000000608010167518'],
    ['two digits swapped', 'SA0380000000608010165719'],
    ['another country with the same digits', 'AE0380000000608010167519'],
    ['a Saudi one that is too short', 'SA038000000060801016751'],
    ['spaces', 'SA03 8000 0000 6080 1016 7519'],
    ['small letters', 'sa0380000000608010167519'],
    ['an account number alone', '608010167519'],
  ])('is refused with %s', (_, iban) => {
    expect(isIban(iban)).toBe(false)
  })
})
