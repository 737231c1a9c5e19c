import type { PaymentPort } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'

type Providers = Pick<Services, 'payment' | 'formerPayments' | 'instalmentPayments'>

/** The provider for new payments, those that were in use before and still have open payments, and the instalment companies. */
export function allProviders({ payment, formerPayments, instalmentPayments }: Providers): PaymentPort[] {
  return [payment, ...formerPayments, ...instalmentPayments]
}

/** Undefined when it is not configured any more. */
export function providerNamed(services: Providers, name: string): PaymentPort | undefined {
  return allProviders(services).find((provider) => provider.name === name)
}
