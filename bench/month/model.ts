/** What the parts of the bench's month share. */
import type { priceOf } from '../../app/features/orders/prices/pricing.ts'

export type MonthSize = {
  orders: number
  /** Done within the month, of its orders and of those of the month before. */
  refunds: number
  /** Of the orders. */
  transfers: number
  /** Each with a purchase of three lines. */
  companies: number
}

export type Span = { from: Date; until: Date }

export const SELLER = {
  name: { ar: 'شركة معهد للتدريب المحدودة', en: 'Maahad Training Company Ltd' },
  address: { ar: 'حي الملقا، الرياض 13521', en: 'Al-Malqa, Riyadh 13521' },
  vatNumber: '310098765000003',
  commercialRegistration: '1010987650',
}

export const REASONS = { zero: { ar: 'تعليم', en: 'Education' }, exempt: { ar: 'معفاة', en: 'Exempt' } }

export const TREATMENTS = { standard: 15, zero: 0, exempt: 0 } as const

/** Null as the version before wrote them: they came from the site. */
export const SOURCES = ['site', 'site', 'desk', 'site', 'waiting-list', null, 'move'] as const

export type Sale = {
  id: string
  reference: string
  userId: number
  place: Place
  method: 'online' | 'transfer' | 'cash' | 'carried'
  source: (typeof SOURCES)[number]
  couponCode: string | null
  price: ReturnType<typeof priceOf>
  paidAt: Date
  invoicedAt: Date
  attemptId: string
  refundedHalalas: number
  /** The order whose place it took. */
  movedFrom?: string
  isMoved?: boolean
}

export type Place = { courseId: number; scheduleId: number | null; treatment: keyof typeof TREATMENTS }

export type Refund = {
  id: string
  sale: Sale
  attemptId: string
  amountHalalas: number
  at: Date
  ofSeat: boolean
  isCarried?: boolean
}

export type Making = { span: Span; size: MonthSize; random: () => number; places: Place[]; people: number[] }

export const providerOf = ({ method }: Sale) => (method === 'online' ? 'moyasar' : method)
