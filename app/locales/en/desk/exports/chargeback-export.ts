import type { chargebackExport as source } from '../../../ar/desk/exports/chargeback-export.ts'
import { chargebacks } from '../chargebacks.ts'

export const chargebackExport: typeof source = {
  fileName: 'chargebacks',
  title: chargebacks.title,
  columns: {
    order: chargebacks.order,
    learner: chargebacks.learner,
    reference: chargebacks.reference,
    status: chargebacks.state,
    due: chargebacks.due,
    reason: chargebacks.reason,
    created: chargebacks.created,
    amount: chargebacks.amount,
    seat: chargebacks.seat,
  },
  statuses: chargebacks.statuses,
  seats: chargebacks.seats,
  erased: chargebacks.erased,
}
