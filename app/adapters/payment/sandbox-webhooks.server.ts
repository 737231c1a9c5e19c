/** The sandbox's webhooks: enqueued with the payment's transition, sent over HTTP by a job that retries. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import type { ProviderEvent } from './port.ts'

export const SIGNATURE_HEADER = 'Sandbox-Signature'
const TASK = 'sandboxWebhook'
/** Older messages are refused, to prevent replays. */
const TOLERANCE_SECONDS = 300

const Message = z.object({ id: z.uuid(), type: z.string(), payment: z.uuid() })
type Message = z.output<typeof Message>

/** Enqueues one message `times` times: real providers sometimes deliver a webhook twice. */
export async function announce(
  db: Database,
  payment: string,
  type: string,
  { runAt, times = 1 }: { runAt?: Date; times?: number } = {},
): Promise<void> {
  const message: Message = { id: randomUUID(), type, payment }
  for (let sent = 0; sent < times; sent++)
    await enqueue(db, TASK, message, { maxAttempts: 10, ...(runAt ? { runAt } : {}) })
}

/** `t=1790000000,v1=…`: an HMAC-SHA256 over the time and the body. */
export function sign(secret: Buffer, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${hmac(secret, time, body)}`
}

function hmac(secret: Buffer, time: number, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** The message, if its signature is valid and recent. */
export function readMessage(secret: Buffer, headers: Headers, body: string, now: Date): ProviderEvent | undefined {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get(SIGNATURE_HEADER) ?? '') ?? []
  if (!time || !signature || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return undefined
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(hmac(secret, Number(time), body), 'hex')))
    return undefined
  const read = Message.safeParse(parseJson(body))
  return read.success ? { eventId: read.data.id, reference: read.data.payment, payload: read.data } : undefined
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The job that sends a message. @throws when the receiver did not accept it, so that the queue retries */
export function webhookTask(secret: Buffer, webhookOrigin: string, now: () => Date) {
  const send = async (payload: unknown) => {
    const body = JSON.stringify(Message.parse(payload))
    const response = await fetch(`${webhookOrigin}/api/Payments/webhook/sandbox`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: sign(secret, body, now()) },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`The webhook was answered with ${response.status}.`)
  }
  return { [TASK]: send }
}
