import type { orders as source } from '../ar/orders.ts'

export const orders: typeof source = {}
