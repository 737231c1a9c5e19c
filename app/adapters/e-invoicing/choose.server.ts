import type { Hono } from 'hono'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { createFatoora, FATOORA_URLS } from './fatoora.server.ts'
import type { EInvoicingPort } from './port.ts'
import { BASE_PATH, simulatedAuthority } from './sandbox/simulated-authority.server.ts'

export type EInvoicingParts = {
  db: Database
  settings: Settings
  log: Log
  now: () => Date
  /** Our own server: a demonstration's authority is called over HTTP. */
  origin: string
}

export type EInvoicing = {
  port: EInvoicingPort
  /** What our server serves for a simulated authority. */
  pages: Hono | undefined
}

/** The tax authority; in a demonstration a simulated one, since whatever is sent to the real one counts. */
export function eInvoicingFor({ db, settings, log, now, origin }: EInvoicingParts): EInvoicing {
  if (!settings.demo)
    return { port: createFatoora({ name: 'fatoora', urls: FATOORA_URLS, log, now }), pages: undefined }
  return {
    port: createFatoora({ name: 'sandbox', urls: { sandbox: `${origin}${BASE_PATH}` }, log, now }),
    pages: simulatedAuthority({ db, now, publicUrl: settings.publicUrl }),
  }
}
