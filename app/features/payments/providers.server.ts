import type { PaymentPort } from '../../adapters/payment/port.ts'
import type { Services } from '../../platform/context.server.ts'

type Providers = Pick<Services, 'payment' | 'formerPayments'>

/** The provider for new payments, then those that were in use before and still have open payments. */
export function allProviders({ payment, formerPayments }: Providers): PaymentPort[] {
  return [payment, ...formerPayments]
}

/** Undefined when it is not configured any more. */
export function providerNamed(services: Providers, name: string): PaymentPort | undefined {
  return allProviders(services).find((provider) => provider.name === name)
}
