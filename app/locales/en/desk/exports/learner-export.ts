import type { learnerExport as source } from '../../../ar/desk/exports/learner-export.ts'
import { learners } from '../learners.ts'

export const learnerExport: typeof source = {
  fileName: 'learners',
  title: learners.title,
  columns: {
    name: learners.name,
    email: learners.email,
    phone: learners.phone,
    status: learners.status,
    orders: learners.orders,
    joined: learners.joined,
    lastSeen: learners.one.lastSeen,
  },
  statuses: learners.statuses,
}
