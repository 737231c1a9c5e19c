/** What the methods of payment have in common. */
import { isInstalmentCompany } from '../../../platform/instalment-companies.ts'
import type { PaymentMethod } from '../order-parts-contract.ts'

/** Whether it is paid on the page of a provider, which sends money back by itself. */
export const isPaidOnline = (method: PaymentMethod): boolean => method === 'online' || isInstalmentCompany(method)
