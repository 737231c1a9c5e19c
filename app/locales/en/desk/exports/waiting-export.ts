import type { waitingExport as source } from '../../../ar/desk/exports/waiting-export.ts'
import { runs } from '../runs.ts'

const t = runs.waitStates

export const waitingExport: typeof source = {
  fileName: 'waiting-list',
  title: runs.waitingTitle,
  columns: { name: 'Name', email: 'Email', joined: 'Joined', state: 'State', order: 'Order' },
  states: {
    waiting: runs.waiting,
    offered: 'A seat is offered',
    taken: t.taken,
    passed: t.passed,
    left: t.left,
    removed: t.removed,
  },
}
