/** Counts, and traces, how the outside companies answer: mail server, SMS provider, payment provider, tax authority. */
import { EInvoicingFailure, type EInvoicingPort } from '../adapters/e-invoicing/port.ts'
import { EmailRefused } from '../adapters/email/port.ts'
import { PaymentDeclined, type PaymentPort, RefundRefused, RefundUnsure } from '../adapters/payment/port.ts'
import { smsFailureKind } from '../adapters/sms/port.ts'
import type { Services } from '../platform/context.server.ts'
import type { Metric } from '../platform/metric.ts'
import type { Tracing } from '../platform/tracing.ts'

/** `refused` is final; `failed` was certainly not done; of `unsure` it is not known. */
type Outcome = 'ok' | 'refused' | 'failed' | 'unsure'

type CountedServices = Pick<
  Services,
  'email' | 'sms' | 'payment' | 'formerPayments' | 'instalmentPayments' | 'eInvoicing'
>

export type ProviderAnswers = {
  /** The same services, whose answers are counted. */
  counted: <T extends CountedServices>(services: T) => T
  metric: Metric
}

export function countProviderAnswers(tracing?: Tracing): ProviderAnswers {
  const counts = new Map<string, { labels: Record<string, string>; value: number }>()
  const count = (service: string, provider: string, call: string, outcome: Outcome) => {
    const key = [service, provider, call, outcome].join(' ')
    const entry = counts.get(key) ?? { labels: { service, provider, call, outcome }, value: 0 }
    entry.value++
    counts.set(key, entry)
  }
  /** Gives the answer or the failure on, as it is. */
  const counting =
    (service: string, provider: string, call: string, outcomeOf: (error: unknown) => Outcome) =>
    async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      const end = tracing?.step(`${service} ${call}`, { 'maahad.service': service, 'maahad.provider': provider })
      try {
        const given = await answer
        count(service, provider, call, 'ok')
        end?.()
        return given
      } catch (error) {
        const outcome = outcomeOf(error)
        count(service, provider, call, outcome)
        end?.(error, { 'maahad.outcome': outcome })
        throw error
      }
    }
  const payment = (port: PaymentPort): PaymentPort => {
    const { hold } = port
    const of = (call: string) => counting('payment', port.name, call, outcomeOfPayment)
    return {
      ...port,
      create: (...args) => of('create')(port.create(...args)),
      fetch: (...args) => of('fetch')(port.fetch(...args)),
      refund: (...args) => of('refund')(port.refund(...args)),
      refundDuplicate: (...args) => of('refund')(port.refundDuplicate(...args)),
      ...(hold && {
        hold: {
          capture: (...args) => of('capture')(hold.capture(...args)),
          release: (...args) => of('release')(hold.release(...args)),
        },
      }),
    }
  }
  const eInvoicing = (port: EInvoicingPort): EInvoicingPort => {
    const of = (call: string) => counting('e-invoicing', port.name, call, outcomeOfAuthority)
    return {
      ...port,
      requestCompliance: (asked) => of('connect')(port.requestCompliance(asked)),
      checkCompliance: (asked) => of('check')(port.checkCompliance(asked)),
      requestProduction: (asked) => of('connect')(port.requestProduction(asked)),
      renew: (asked) => of('connect')(port.renew(asked)),
      report: (asked) => of('report')(port.report(asked)),
      clear: (asked) => of('clear')(port.clear(asked)),
    }
  }
  return {
    counted: (services) => ({
      ...services,
      email: {
        ...services.email,
        send: (email) => counting('email', services.email.name, 'send', outcomeOfMail)(services.email.send(email)),
      },
      sms: {
        ...services.sms,
        send: (sms) => counting('sms', services.sms.name, 'send', outcomeOfSms)(services.sms.send(sms)),
      },
      payment: payment(services.payment),
      formerPayments: services.formerPayments.map(payment),
      instalmentPayments: services.instalmentPayments.map(payment),
      eInvoicing: eInvoicing(services.eInvoicing),
    }),
    metric: {
      name: 'provider_answers_total',
      help: 'Answers of the mail server, the SMS provider, the payment provider and the tax authority, by outcome.',
      labels: ['service', 'provider', 'call', 'outcome'],
      kind: 'counter',
      perProcess: true,
      read: async () => [...counts.values()],
    },
  }
}

const outcomeOfMail = (error: unknown): Outcome => (error instanceof EmailRefused ? 'refused' : 'failed')

function outcomeOfSms(error: unknown): Outcome {
  const kind = smsFailureKind(error)
  return kind === 'notAccepted' ? 'failed' : kind
}

function outcomeOfPayment(error: unknown): Outcome {
  if (error instanceof RefundRefused || error instanceof PaymentDeclined) return 'refused'
  return error instanceof RefundUnsure ? 'unsure' : 'failed'
}

/** A document that the authority refuses was answered: the refusal is the answer. */
function outcomeOfAuthority(error: unknown): Outcome {
  if (!(error instanceof EInvoicingFailure)) return 'failed'
  if (error.kind === 'unavailable') return 'unsure'
  return error.kind === 'unauthorized' ? 'failed' : 'refused'
}
