import { expect, it } from 'vitest'
import { createLog } from './log.server.ts'

it('a log line holds no password, no token and no row that the database refused', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const refused = Object.assign(new Error('violates a check'), {
    detail: 'Failing row contains (hash-of-sara)',
    where: 'hash-of-sara',
  })
  log.error({ err: refused, password: 'p4ss', body: { token: 't0ken', code: '123456' } }, 'a call failed')
  log.info({ request: { headers: { 'set-cookie': 'c00kie', authorization: 'Bearer b34rer' } }, 'set-cookie': 'c00kie' })
  log.info({ answer: { data: { backupCodes: ['12345678'], otpauthUrl: 'otpauth://s3cret' } } })
  expect(lines.join()).toContain('violates a check')
  expect(lines.join()).not.toMatch(/hash-of-sara|p4ss|t0ken|123456|c00kie|b34rer|s3cret/)
})

it('a log line says what failed and why, and nothing of what it happened to', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const lost = (name: string) =>
    Object.assign(new Error(`${name} ended`), {
      code: '57P01',
      client: { secretKey: 77_231 },
      refused: ['sara@a.example'],
    })
  const both = new AggregateError([lost('first'), lost('second')], 'both ended', { cause: lost('the one before') })
  log.error({ err: both }, 'a call failed')
  log.error(lost('alone'))
  const all = lines.join('')
  for (const word of ['first ended', 'second ended', 'both ended: the one before ended', 'alone ended', '57P01', 'at '])
    expect(all).toContain(word)
  expect(all).not.toMatch(/secretKey|77231|sara@/)
})
