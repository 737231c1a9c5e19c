/** The messages that a restore holds back: which they are, and their release. */
import { heldMessages, releaseHeldMessages } from '../app/features/messages/messages.server.ts'
import type { Settings } from '../app/platform/settings.server.ts'
import { CommandError, withSharedDatabase } from './with-database.ts'

/** @returns one line for each message, the oldest first */
export async function listHeldMessages(settings: Settings): Promise<string> {
  const held = await withSharedDatabase(settings, ({ db }) => heldMessages(db, new Date()))
  if (held.length === 0) return 'No message is held.'
  const lines = held.map(({ id, createdAt, recipient, subject }) =>
    [id, createdAt.toISOString().slice(0, 16), recipient, subject ?? 'SMS'].join('  '),
  )
  return [...lines, 'Send them with: npm run db -- release-messages NUMBER… (or --all)'].join('\n')
}

/** @param numbers of the listed messages; none with `all` */
export async function releaseMessages(settings: Settings, numbers: string[], all: boolean): Promise<string> {
  const ids = numbers.map(Number)
  if (all === ids.length > 0 || !ids.every(Number.isSafeInteger))
    throw new CommandError('Say which messages are sent: their numbers in held-messages, or --all.')
  const released = await withSharedDatabase(settings, ({ db }) =>
    releaseHeldMessages(db, new Date(), all ? undefined : ids),
  )
  return `${released} messages are sent as soon as a server runs.`
}
