/**
 * Who may do what. Every call of the staff names its right in its contract; a role is a set of rights. The matrix that
 * this follows, and why, is decision 0061; `tests/access-matrix.test.ts` tries every call with every role.
 */

export const ROLES = ['Student', 'Teacher', 'Content', 'Finance', 'Admin', 'Owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * Which of the rows a right is for: all of them, those about money or content, enquiries that ask for a quote, what is
 * assigned to the person, or the runs that a trainer teaches.
 */
export type Scope = 'all' | 'money' | 'content' | 'quotes' | 'assigned' | 'own'

type Grants = Partial<Record<string, Scope>>

const MONEY = {
  'orders.view': 'all',
  'orders.change': 'all',
  'transfers.decide': 'all',
  'payments.match': 'all',
  'refunds.send': 'all',
  'invoices.view': 'all',
} as const satisfies Grants

const WORDS = {
  'articles.preview': 'all',
  'moderation.decide': 'all',
  'search.view-misses': 'all',
} as const satisfies Grants

const ADMIN = { ...MONEY, ...WORDS, 'enquiries.handle': 'all', 'audit.view': 'all' } as const satisfies Grants
/** The people and the institute itself: an Owner changes them, the finance department sees them. */
const INSTITUTE_VIEW = { 'staff.view': 'all' } as const satisfies Grants

const OWNER = {
  ...ADMIN,
  ...INSTITUTE_VIEW,
  'staff.change': 'all',
  'security-log.view': 'all',
} as const satisfies Grants

/** An Owner has every right. */
export type Right = keyof typeof OWNER
export const RIGHTS = Object.keys(OWNER) as Right[]

const GRANTS: Record<Role, Partial<Record<Right, Scope>>> = {
  Student: {},
  Teacher: { 'enquiries.handle': 'assigned', 'audit.view': 'own' },
  Content: { ...WORDS, 'enquiries.handle': 'assigned', 'audit.view': 'content' },
  Finance: { ...MONEY, ...INSTITUTE_VIEW, 'enquiries.handle': 'quotes', 'audit.view': 'money' },
  Admin: ADMIN,
  Owner: OWNER,
}

type Person = { roles: readonly Role[] }

/** Those who work for the institute: their rights need a second factor, and their sessions end within a working day. */
export const STAFF_ROLES: readonly Role[] = ROLES.filter((role) => Object.keys(GRANTS[role]).length > 0)

export const isStaff = ({ roles }: { roles: readonly string[] }): boolean =>
  STAFF_ROLES.some((role) => roles.includes(role))

export const rolesWith = (right: Right): Role[] => ROLES.filter((role) => GRANTS[role][right] !== undefined)

/** The rows for which the person has the right: empty when they do not have it. The roles of one person add up. */
export function scopesOf(person: Person | null, right: Right): ReadonlySet<Scope> {
  return new Set(person?.roles.flatMap((role) => GRANTS[role][right] ?? []))
}

export const hasRight = (person: Person | null, right: Right): boolean => scopesOf(person, right).size > 0
