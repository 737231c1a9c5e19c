import { people } from '../people.ts'

const t = people.moderation

export const caseExport = {
  fileName: 'moderation',
  title: t.title,
  columns: {
    kind: people.enquiries.kind,
    cause: t.cause,
    author: t.author,
    state: t.outcome,
    opened: t.when,
    reports: t.reportCount,
    text: t.words,
  },
  kinds: t.kinds,
  causes: t.causes,
  states: t.states,
  former: t.former,
}
