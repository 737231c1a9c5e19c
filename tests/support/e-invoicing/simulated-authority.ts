/** What the tests of the simulated tax authority share. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { EInvoicingFailure, SentDocument } from '../../../app/adapters/e-invoicing/port.ts'
import { setBehaviour } from '../../../app/adapters/e-invoicing/sandbox/authority-queries.server.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { connectedUnit, type DocumentFacts, documentOf } from './simulated-unit.ts'

export const environment = 'sandbox' as const

/** A product with its simulated authority and a connected unit, started before the tests of a file. */
export function simulatedAuthority() {
  let app: TestApp
  let unit: Awaited<ReturnType<typeof connectedUnit>>
  let sent = 0
  beforeAll(async () => {
    app = await startTestApp({ now: new Date('2026-11-22T12:00:00Z') })
    unit = await connectedUnit(port())
  })
  afterAll(() => app.stop())
  afterEach(() => setBehaviour(app.db, 'documented'))

  const port = () => app.services.eInvoicing
  const newDocument = (facts: DocumentFacts = {}): SentDocument =>
    documentOf(unit.credentials, unit.key, { icv: ++sent, previousHash: 'aGFzaA==', ...facts })
  const asked = (document: SentDocument) => ({ environment, credentials: unit.credentials, document })
  return {
    app: () => app,
    unit: () => unit,
    port,
    url: (path = '') => `${app.address}/sandbox-e-invoicing${path}`,
    newDocument,
    asked,
    report: (facts?: DocumentFacts) => port().report(asked(newDocument(facts))),
    clear: (facts?: DocumentFacts) => port().clear(asked(newDocument({ simplified: false, ...facts }))),
  }
}

export const failureOf = (call: Promise<unknown>): Promise<EInvoicingFailure> =>
  call.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error) => error,
  )

export const codes = ({ errors, warnings }: { errors: { code: string }[]; warnings: { code: string }[] }) => ({
  errors: errors.map(({ code }) => code),
  warnings: warnings.map(({ code }) => code),
})
