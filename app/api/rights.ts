/**
 * Who may do what. Every call of the staff names its right in its contract; a role is a set of rights. The matrix that
 * this follows, and why, is decision 0061; `tests/access-matrix.test.ts` tries every call with every role.
 */

export const ROLES = ['Student', 'Teacher', 'Content', 'Finance', 'Admin', 'Owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * Which of the rows a right is for: all of them, amounts up to the Owner's limit, those about money or content, enquiries
 * that ask for a quote, what is assigned to the person, or the runs that a trainer teaches.
 */
export type Scope = 'all' | 'limited' | 'money' | 'content' | 'quotes' | 'assigned' | 'own'

type Grants = Partial<Record<Exclude<Role, 'Owner'>, Scope>>

const MONEY = { Finance: 'all', Admin: 'all' } as const satisfies Grants
const WORDS = { Content: 'all', Admin: 'all' } as const satisfies Grants

/** Each right with the roles that have it, and for which rows. An Owner has every right. */
const GRANTS = {
  'desk.open': { Teacher: 'all', Content: 'all', Finance: 'all', Admin: 'all' },
  'figures.view': {},
  // Sales are read with `invoices.view`.
  'reports.teaching': { Teacher: 'own', Admin: 'all' },
  'reports.visits': WORDS,
  'system.watch': { Admin: 'all' },
  'orders.view': MONEY,
  'orders.change': MONEY,
  'transfers.decide': MONEY,
  'payments.match': MONEY,
  'refunds.send': { Finance: 'all', Admin: 'limited' },
  'invoices.view': MONEY,
  'invoices.issue': MONEY,
  'books.close': MONEY,
  'runs.view': { Teacher: 'own', Finance: 'all', Admin: 'all' },
  'runs.plan': { Admin: 'all' },
  'runs.cancel': { Admin: 'all' },
  'courses.view': { Teacher: 'own', Content: 'all', Finance: 'all', Admin: 'all' },
  'courses.change': WORDS,
  // Trainers propose what editors then write.
  'courses.propose': { Teacher: 'own' },
  // Prices are for those who handle money, texts for those who write.
  'prices.change': MONEY,
  'coupons.manage': MONEY,
  'companies.manage': MONEY,
  'quotes.manage': MONEY,
  'articles.preview': WORDS,
  'articles.view': { Content: 'all', Finance: 'all', Admin: 'all' },
  'articles.change': WORDS,
  'media.view': { Content: 'all', Finance: 'all', Admin: 'all' },
  'media.change': WORDS,
  'pages.view': { Content: 'all', Finance: 'all', Admin: 'all' },
  'pages.change': WORDS,
  'moderation.decide': WORDS,
  // Trainers answer what was written of their courses; what must not be seen, moderators hide.
  'reviews.answer': { Teacher: 'own', Content: 'all', Admin: 'all' },
  'search.view-misses': WORDS,
  'search.manage': WORDS,
  'translations.view': WORDS,
  'enquiries.handle': { Teacher: 'assigned', Content: 'assigned', Finance: 'quotes', Admin: 'all' },
  // Templates of answers and criteria for applications are the institute's own.
  'enquiries.manage': { Admin: 'all' },
  'audit.view': { Teacher: 'own', Content: 'content', Finance: 'money', Admin: 'all' },
  'staff.view': { Finance: 'all' },
  'staff.change': {},
  'institute.view': { Finance: 'all' },
  'institute.change': {},
  // Files that a run's learners get.
  'runs.materials': { Teacher: 'own', Admin: 'all' },
  'attendance.take': { Teacher: 'own', Admin: 'all' },
  'certificates.issue': { Admin: 'all' },
  'certificates.propose': { Teacher: 'own', Admin: 'all' },
  'learners.view': MONEY,
  'learners.export': MONEY,
  'learners.manage': { Admin: 'all' },
  'views.share': { Admin: 'all' },
  'security-log.view': {},
} as const satisfies Record<string, Grants>

export type Right = keyof typeof GRANTS
export const RIGHTS = Object.keys(GRANTS) as Right[]

const scopeOf = (role: Role, right: Right): Scope | undefined =>
  role === 'Owner' ? 'all' : (GRANTS[right] as Partial<Record<Role, Scope>>)[role]

type Person = { roles: readonly Role[] }

/** Those who work for the institute: their rights need a second factor, and their sessions end within a working day. */
export const STAFF_ROLES: readonly Role[] = ROLES.filter((role) =>
  RIGHTS.some((right) => scopeOf(role, right) !== undefined),
)

export const isStaff = (person: { roles: readonly string[] } | null): boolean =>
  person !== null && STAFF_ROLES.some((role) => person.roles.includes(role))

export const rolesWith = (right: Right): Role[] => ROLES.filter((role) => scopeOf(role, right) !== undefined)

/** The rows for which the person has the right: empty when they do not have it. The roles of one person add up. */
export function scopesOf(person: Person | null, right: Right): ReadonlySet<Scope> {
  return new Set(person?.roles.flatMap((role) => scopeOf(role, right) ?? []))
}

export const hasRight = (person: Person | null, right: Right): boolean => scopesOf(person, right).size > 0
