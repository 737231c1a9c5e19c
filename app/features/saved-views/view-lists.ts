/** The lists of the desk whose filters can be kept as views: their paths, and the right that opens each. */
import type { Right } from '../../api/rights.ts'

export const VIEW_LISTS = {
  courses: 'courses.view',
  articles: 'articles.view',
  runs: 'runs.view',
  certificates: 'certificates.issue',
  orders: 'orders.view',
  refunds: 'refunds.send',
  invoices: 'invoices.view',
  coupons: 'coupons.manage',
  companies: 'companies.manage',
  quotes: 'quotes.manage',
  enquiries: 'enquiries.handle',
  reviews: 'reviews.answer',
  staff: 'staff.view',
  audit: 'audit.view',
} as const satisfies Record<string, Right>

export type ViewList = keyof typeof VIEW_LISTS

export const isViewList = (path: string): path is ViewList => Object.hasOwn(VIEW_LISTS, path)

/** Fields of an address that are no part of a view: the place in the list, and what a page is asked to do. */
const PASSING = new Set(['cursor', 'confirm', 'view', 'dropped', 'done'])

export function viewQuery(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => !PASSING.has(name) && value !== ''))
}
