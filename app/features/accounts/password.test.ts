import { describe, expect, it } from 'vitest'
import { hashPassword, isCommonPassword, verifyPassword } from './password.server.ts'

describe('a password', () => {
  it('is kept as an argon2id hash with the parameters of OWASP and a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('Sahara-7-dunes'), hashPassword('Sahara-7-dunes')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
  })

  it('opens only what it closed', async () => {
    const hash = await hashPassword('كلمة-Sirr-2026')
    expect(await verifyPassword('كلمة-Sirr-2026', hash)).toBe(true)
    expect(await verifyPassword('كلمة-Sirr-2027', hash)).toBe(false)
  })

  it('is verified against a hash that was made elsewhere with other parameters', async () => {
    const elsewhere = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', elsewhere)).toBe(true)
    expect(await verifyPassword('passwore', elsewhere)).toBe(false)
  })

  it('is wrong, after the same work, where there is no account', async () => {
    const hash = await hashPassword('Sahara-7-dunes')
    await verifyPassword('warm up', null)
    const time = async (stored: string | null) => {
      const start = performance.now()
      expect(await verifyPassword('Wrong-1-guess', stored)).toBe(false)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round++) {
      known.push(await time(hash))
      unknown.push(await time(null))
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[3]!
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  })

  it.each(['password', 'P@ssw0rd', 'Password1!', 'Qwerty123!', 'Iloveyou#1', 'Maahad#2026', 'MAAHAD#2026'])(
    'is refused as common: %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['Sahara-7-dunes', 'xK9#mQ2$vL', 'كلمة-Sirr-2026', 'Sunshine#48291750'])('may be %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('is hashed also when twenty come at once', async () => {
    const hash = await hashPassword('Sahara-7-dunes')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => verifyPassword(n % 2 ? 'Sahara-7-dunes' : 'no', hash)),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1))
  })
})
