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
