/** What pages show of a pending order whose time to pay is over. */
import type { Order } from './order-contract.ts'

export const isOverdue = ({ expiresAt }: Pick<Order, 'expiresAt'>, now: string) => expiresAt <= now

/** Whether it can still be paid online: after its time, the bank may still be checking a card. */
export const isBeingChecked = ({ attempts }: Pick<Order, 'attempts'>) =>
  attempts.some(({ status, provider }) => status === 'created' && provider !== 'transfer')
