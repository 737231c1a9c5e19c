/** The messages of the simulated companies: enqueued with the change that they report, sent over HTTP by a job. */
import { z } from 'zod'
import type { Database } from '../../../../platform/database/database.server.ts'
import { INSTALMENT_COMPANIES } from '../../../../platform/instalment-companies.ts'
import { enqueue } from '../../../../platform/jobs.server.ts'
import { TABBY_HEADER } from '../tabby.server.ts'
import { signTamaraToken } from '../tamara-messages.ts'
import type { Plan } from './plan.ts'

const TASK = 'simulatedInstalmentMessage'
const LATE_MS = 20_000
/** Tabby repeats a message four times. */
const MAX_ATTEMPTS = 5

const Job = z.object({ company: z.enum(INSTALMENT_COMPANIES), body: z.string() })

/** Enqueues a message with the plan's mishap. */
export async function announce(db: Database, plan: Plan, body: object): Promise<void> {
  const isFirst = plan.status === 'approved'
  const mishap = isFirst ? plan.mishap : null
  if (mishap === 'silent') return
  const job = { company: plan.company, body: JSON.stringify(body) }
  const options = { maxAttempts: MAX_ATTEMPTS, ...(mishap === 'late' ? { delayMs: LATE_MS } : {}) }
  for (let sent = 0; sent < (mishap === 'twice' ? 2 : 1); sent++) await enqueue(db, TASK, job, options)
}

export type Secrets = { tabby: string; tamara: string }

/** @throws when the receiver did not accept it, so that the queue retries */
export function messageTask(secrets: Secrets, shop: string, now: () => Date) {
  const send = async (payload: unknown) => {
    const { company, body } = Job.parse(payload)
    const token = signTamaraToken(secrets.tamara, now())
    const address = `${shop}/api/Payments/webhook/${company}`
    const response = await fetch(company === 'tamara' ? `${address}?tamaraToken=${token}` : address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(company === 'tamara' ? { Authorization: `Bearer ${token}` } : { [TABBY_HEADER]: secrets.tabby }),
      },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`The message of ${company} was answered with ${response.status}.`)
  }
  return { [TASK]: send }
}
