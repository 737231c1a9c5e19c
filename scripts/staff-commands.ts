/** The commands of `npm run staff`. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Email } from '../app/api/fields.ts'
import { isProblem } from '../app/api/problem.ts'
import { type Role, STAFF_ROLES } from '../app/api/rights.ts'
import { changeRoles, invite, listStaff, resume, suspend } from '../app/features/staff/staff.server.ts'
import type { Services } from '../app/platform/context.server.ts'
import { CommandError } from './with-database.ts'

const USAGE = `npm run staff -- invite EMAIL --role ROLE [--lang ar|en]   sends a link by which the person opens an account, and prints it
npm run staff -- list                                     who works here, and who is invited
npm run staff -- role EMAIL --role ROLE [--role ROLE]     replaces the roles of an account; Student takes all rights away
npm run staff -- suspend EMAIL                            ends the person's sessions, and refuses new ones
npm run staff -- resume EMAIL                             lets a suspended person sign in again

Roles: ${STAFF_ROLES.join(', ')}. The server may be running meanwhile.`

const Roles = z.array(z.enum([...STAFF_ROLES, 'Student'])).min(1)

type Staffing = Pick<Services, 'db' | 'now' | 'settings'>
type Typed = { email: string; roles: Role[]; lang: 'ar' | 'en' }

const COMMANDS: Record<string, { takes: ('email' | 'role')[]; run: (on: Staffing, typed: Typed) => Promise<string> }> =
  {
    invite: {
      takes: ['email', 'role'],
      run: async (on, { email, roles, lang }) => {
        if (roles.length > 1) throw new CommandError('An invitation is for one role. Add others later, with `role`.')
        const { kind, link } = await invite(on, { email, role: roles[0]!, lang })
        return kind === 'hasAccount'
          ? `${email} has an account, which is now ${roles[0]}. It signs in at ${link}`
          : `Invited ${email} as ${roles[0]}. The mail is on its way. Its link, which works once and for 7 days:\n\n  ${link}\n`
      },
    },
    list: { takes: [], run: list },
    role: {
      takes: ['email', 'role'],
      run: async (on, { email, roles }) => {
        await changeRoles(on, { email }, () => roles)
        return `${email} is now ${roles.join(' and ')}.`
      },
    },
    suspend: {
      takes: ['email'],
      run: async (on, { email }) => {
        await suspend(on, { email })
        return `${email} is suspended and signed out everywhere.`
      },
    },
    resume: {
      takes: ['email'],
      run: async (on, { email }) => {
        await resume(on, { email })
        return `${email} may sign in again.`
      },
    },
  }

async function list(on: Staffing): Promise<string> {
  const { people, invitations } = await listStaff(on)
  const lines = [
    ...people.map(({ email, user_name, roles, status, last_seen }) => {
      const seen = last_seen ? `last seen ${last_seen.toISOString().slice(0, 10)}` : 'never signed in'
      return `${email}  ${user_name}  ${roles.join(', ')}  ${status === 'active' ? seen : status}`
    }),
    ...invitations.map(
      ({ email, roles, expires_at }) =>
        `${email}  ${roles.join(', ')}  invited, until ${expires_at.toISOString().slice(0, 10)}`,
    ),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nobody yet: npm run staff -- invite EMAIL --role Owner'
}

function emailFrom(text: string | undefined): string {
  const read = Email.safeParse(text ?? '')
  if (!read.success) throw new CommandError(`${text ?? 'Nothing'} is no mail address.\n\n${USAGE}`)
  return read.data
}

function rolesFrom(names: string[]): Role[] {
  const read = Roles.safeParse([...new Set(names)])
  if (!read.success) throw new CommandError(`--role must be one of ${STAFF_ROLES.join(', ')}.\n\n${USAGE}`)
  return read.data
}

const REFUSALS: Partial<Record<string, (email: string) => string>> = {
  notFound: (email) => `${email} has no account. Invite them: npm run staff -- invite ${email} --role ROLE`,
  accountNotActive: (email) => `${email} is suspended: npm run staff -- resume ${email}`,
  lastOwner: (email) => `${email} is the only active Owner. Make somebody else an Owner first.`,
}

/**
 * Reads a command. What it returns runs it on an open database and returns the message to print.
 * @throws CommandError when the command is not known, and from running it when it is refused
 */
export function staffCommand(args: string[]): (on: Staffing) => Promise<string> {
  const { values, positionals } = parsed(args)
  const [name = '', address] = positionals
  const command = COMMANDS[name]
  if (!command) throw new CommandError(USAGE)
  const email = command.takes.includes('email') ? emailFrom(address) : ''
  const roles = command.takes.includes('role') ? rolesFrom(values.role) : []
  const lang = values.lang === 'en' ? 'en' : 'ar'
  return (on) =>
    command.run(on, { email, roles, lang }).catch((error) => {
      throw isProblem(error) ? new CommandError(REFUSALS[error.code]?.(email) ?? error.code) : error
    })
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string', multiple: true, default: [] }, lang: { type: 'string', default: 'ar' } },
    })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${USAGE}`)
  }
}
