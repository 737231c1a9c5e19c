import { runs } from '../runs.ts'

const t = runs.waitStates

export const waitingExport = {
  fileName: 'waiting-list',
  title: runs.waitingTitle,
  columns: { name: 'الاسم', email: 'البريد الإلكتروني', joined: 'انضم في', state: 'الحال', order: 'رقم الطلب' },
  states: {
    waiting: runs.waiting,
    offered: 'مقعد معروض',
    taken: t.taken,
    passed: t.passed,
    left: t.left,
    removed: t.removed,
  },
}
