/** The parts of the institute that the audit log is read by: a role sees all of them, some, or its own runs. */

export const AUDIT_AREAS = ['money', 'content', 'learning', 'people', 'institute'] as const
export type AuditArea = (typeof AUDIT_AREAS)[number]

/** What an action is done to, by the beginning of the action's name: `order.refund`. */
const AREA_OF = {
  order: 'money',
  payment: 'money',
  payout: 'money',
  transfer: 'money',
  refund: 'money',
  invoice: 'money',
  month: 'money',
  coupon: 'money',
  company: 'money',
  quote: 'money',
  price: 'money',
  content: 'content',
  course: 'content',
  specialization: 'content',
  lesson: 'content',
  trainer: 'content',
  article: 'content',
  review: 'content',
  page: 'content',
  question: 'content',
  organisation: 'content',
  banner: 'content',
  menu: 'content',
  branch: 'content',
  media: 'content',
  run: 'learning',
  session: 'learning',
  material: 'learning',
  enrolment: 'learning',
  'waiting-list': 'learning',
  attendance: 'learning',
  certificate: 'learning',
  lead: 'people',
  learner: 'people',
  moderation: 'people',
  staff: 'institute',
  institute: 'institute',
  audit: 'institute',
  message: 'institute',
  job: 'institute',
} as const satisfies Record<string, AuditArea>

export type AuditKind = keyof typeof AREA_OF
export type AuditAction = `${AuditKind}.${string}`

export function areaOf(action: AuditAction): AuditArea {
  return AREA_OF[action.slice(0, action.indexOf('.')) as AuditKind]
}
