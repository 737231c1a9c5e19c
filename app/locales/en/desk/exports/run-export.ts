import type { runExport as source } from '../../../ar/desk/exports/run-export.ts'
import { runs } from '../runs.ts'

export const runExport: typeof source = {
  fileName: 'runs',
  title: runs.title,
  columns: {
    course: runs.course,
    starts: runs.starts,
    ends: runs.ends,
    state: runs.state,
    place: runs.place,
    sessions: runs.sessions,
    seats: runs.seats,
    paid: runs.paid,
    pending: runs.pending,
    held: runs.held,
    waiting: runs.waiting,
    minimum: runs.minimum,
    tags: runs.tags,
  },
  states: runs.states,
  online: runs.online,
}
