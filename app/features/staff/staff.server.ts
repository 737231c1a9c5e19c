/** The people who work for the institute: invited, given roles, suspended; from the desk, or by `npm run staff`. */
import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import { type Role, STAFF_ROLES } from '../../api/rights.ts'
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import { mailInvitation, mailRolesGiven } from './emails.server.ts'
import {
  findColleagues,
  insertInvitation,
  isLastOwner,
  lockPerson,
  openInvitations,
  setRoles,
  setStatus,
  type Who,
} from './queries.server.ts'

const INVITATION_DAYS = 7

/** The context of a call, or what the shell has: then nobody is named in the audit log. */
type Staffing = Pick<Services, 'db' | 'settings'> & Acting
type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/** @throws Problem lastOwner when the institute would be left without an active Owner */
export async function refuseLastOwner(tx: Tx, userId: number): Promise<void> {
  if (await isLastOwner(tx, userId)) throw new Problem('lastOwner')
}

export type Invited = { kind: 'invited' | 'hasAccount'; link: string }

/**
 * Invites a person by mail. Whoever has an account already gets the role at once, and a mail that says so.
 * @returns the link of the mail
 * @throws Problem accountNotActive for a suspended account
 */
export async function invite(
  on: Staffing,
  { email, role, lang }: { email: string; role: Role; lang: Lang },
): Promise<Invited> {
  const { db, now, settings } = on
  const at = now()
  return db.transaction().execute(async (tx) => {
    const person = await lockPerson(tx, { email })
    if (person) {
      if (person.status !== 'active') throw new Problem('accountNotActive')
      const roles = [role, ...person.roles.filter((held) => held !== role)] as Role[]
      await giveRoles(tx, on, person, roles)
      return { kind: 'hasAccount', link: signInLink(on, person) }
    }
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(at.getTime() + INVITATION_DAYS * DAY_MS)
    await insertInvitation(tx, { hash: tokenHash(token), email, roles: [role], lang, now: at, expiresAt })
    await writeAudit(tx, on, { action: 'staff.invite', reference: email, after: { roles: [role] } })
    const link = settings.publicUrl + accountLinksFor(lang).invitation(token)
    await mailInvitation({ now, lang }, tx, email, { role, link, days: INVITATION_DAYS })
    return { kind: 'invited', link }
  })
}

/**
 * Replaces the roles of an account by what `next` makes of those that it has, and tells the person.
 * @returns the roles
 * @throws Problem notFound, lastOwner
 */
export async function changeRoles(on: Staffing, who: Who, next: (roles: Role[]) => Role[]): Promise<Role[]> {
  return on.db.transaction().execute(async (tx) => {
    const person = await requirePerson(tx, who)
    const roles = next(person.roles as Role[])
    if (isSameSet(roles, person.roles)) return roles
    if (!roles.includes('Owner')) await refuseLastOwner(tx, person.id)
    await giveRoles(tx, on, person, roles)
    return roles
  })
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((member) => other.includes(member))

const signInLink = ({ settings }: Staffing, { lang }: Person) => settings.publicUrl + linksFor(lang as Lang).login()

async function giveRoles(tx: Tx, on: Staffing, person: Person, roles: Role[]): Promise<void> {
  const lastRole = roles.find((role) => role === person.last_role && role !== 'Student') ?? roles[0]!
  await setRoles(tx, person.id, roles, lastRole)
  await writeAudit(tx, on, {
    action: 'staff.roles',
    reference: String(person.id),
    before: { roles: person.roles },
    after: { roles },
  })
  const lang = person.lang as Lang
  await mailRolesGiven({ now: on.now, lang }, tx, person.email, { roles, link: signInLink(on, person) })
}

/**
 * Ends the account's sessions and prevents new ones.
 * @throws Problem notFound, lastOwner
 */
export async function suspend(on: Staffing, who: Who): Promise<void> {
  await on.db.transaction().execute(async (tx) => {
    const person = await requirePerson(tx, who)
    await refuseLastOwner(tx, person.id)
    await setStatus(tx, person.id, 'suspended')
    await revokeSessionsOf(tx, person.id, 'suspended', on.now())
    await writeAudit(tx, on, { action: 'staff.suspend', reference: String(person.id) })
  })
}

/** Lets a suspended account sign in again. @throws Problem notFound */
export async function resume(on: Staffing, who: Who): Promise<void> {
  await on.db.transaction().execute(async (tx) => {
    const person = await requirePerson(tx, who)
    await setStatus(tx, person.id, 'active')
    await writeAudit(tx, on, { action: 'staff.resume', reference: String(person.id) })
  })
}

async function requirePerson(tx: Tx, who: Who): Promise<Person> {
  const person = await lockPerson(tx, who)
  if (!person) throw new Problem('notFound')
  return person
}

/** Everybody who works for the institute, and who is invited. */
export async function listStaff({ db, now }: Pick<Services, 'db' | 'now'>) {
  const [people, invitations] = await Promise.all([
    findColleagues(db, { roles: STAFF_ROLES }),
    openInvitations(db, now()),
  ])
  return { people, invitations }
}

export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
