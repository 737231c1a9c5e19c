/** What is kept of the tax authority's answers. */
export type { AuthorityMessage, EInvoicingEnvironment } from '../../adapters/e-invoicing/port.ts'
