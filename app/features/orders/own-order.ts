import { Problem } from '../../api/problem.ts'

/** Staff who are learners too do not decide about their own money. @throws Problem ownOrder */
export function refuseOwnOrder(order: { userId: number }, staffId: number): void {
  if (order.userId === staffId) throw new Problem('ownOrder')
}
