import type { Order } from '../order-contract.ts'
import { planKeyOf } from './plan-key.ts'

/**
 * In a form that places an order once more: it is paid in the same parts, or not at all. The order may have ended meanwhile,
 * and without it the new one would be paid at once.
 */
export function PlanField({ order }: { order: Pick<Order, 'parts'> }) {
  return order.parts.length > 0 ? <input type="hidden" name="plan" value={planKeyOf(order.parts)} /> : null
}
