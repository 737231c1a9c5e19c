/** Shared by `start` and `dev`: prints the addresses, ends cleanly on a signal, and explains why it cannot start. */

import { FolderInUse } from '../app/platform/database/instance-lock.server.ts'
import { isDatabaseUnavailable } from '../app/platform/database/unavailable.ts'
import { SECOND_MS } from '../app/platform/durations.ts'
import { type Settings, SettingsError } from '../app/platform/settings.server.ts'
import { returnStartMemory } from '../app/platform/start-memory.ts'
import { StartRefused } from '../app/platform/start-refused.ts'
import { keepTickShape } from '../app/platform/tick-shape.ts'
import type { Running } from '../server.ts'

/** The last resort when something never ends, after draining. Less than the time after which systemd kills the process. */
const END_TIMEOUT_MS = 25 * SECOND_MS

type Start = () => Promise<{ settings: Settings; running: Running }>

/** @param endTimeoutMs after it the process exits, whatever is still open */
export async function serveUntilEnded(start: Start, endTimeoutMs = END_TIMEOUT_MS): Promise<void> {
  void keepTickShape()
  let running: Running | undefined
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    setTimeout(exitAnyway, endTimeoutMs, endTimeoutMs).unref()
    await running?.stop()
    process.exit(0)
  }
  // The script that started this process has ended.
  if (process.connected) process.on('disconnect', end)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  let isDraining = false
  process.on('SIGTERM', async () => {
    // systemd tells every process of the service, and `npm start` passes on what it was told.
    if (isDraining) return
    isDraining = true
    await running?.drain()
    await end()
  })
  try {
    const started = await start()
    running = started.running
    returnStartMemory()
    if (ending) await running.stop()
    else await welcome(started.settings, running)
  } catch (error) {
    console.error(`\n${reason(error)}\n`)
    process.exit(1)
  }
}

function exitAnyway(afterMs: number): never {
  console.error(
    `The server could not end within ${afterMs / SECOND_MS} seconds: something does not answer. It exits now.`,
  )
  process.exit(1)
}

function reason(error: unknown): string {
  if (error instanceof SettingsError || error instanceof FolderInUse || error instanceof StartRefused)
    return error.message
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return 'The port is in use by another program. Stop that one, or set PORT to another number.'
  }
  const { code } = error as NodeJS.ErrnoException
  if (isDatabaseUnavailable(error) || REFUSED_BY_DATABASE.has(code ?? ''))
    return `The database of DATABASE_URL cannot be used: ${causeOf(error)}. Check the address, the password and that it runs.`
  return `The start failed: ${error instanceof Error ? error.stack : String(error)}`
}

/** Of PostgreSQL: a wrong password or user, no such database, no right to create tables. */
const REFUSED_BY_DATABASE = new Set(['28P01', '28000', '3D000', '42501', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'])

function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  const about = cause instanceof Error ? cause : { message, errors: (error as AggregateError).errors }
  return about.message || (about as AggregateError).errors?.map((one: Error) => one.message).join(', ') || 'no answer'
}

async function welcome(settings: Settings, { address }: Running) {
  const lines = [`Maahad runs at ${address}/ar (Arabic) and ${address}/en (English).`]
  if (settings.demo) {
    const { demoAccounts } = await import('../app/features/content/content.server.ts')
    lines.push('', 'Demonstration accounts:')
    for (const { email, password, roles } of demoAccounts())
      lines.push(`  ${email}  ${password}  (${roles.join(', ')})`)
    lines.push('', `Outgoing messages: ${address}/outbox`)
  }
  lines.push(
    `API: ${address}/api/docs`,
    `Data: ${settings.databaseUrl ? 'the database of DATABASE_URL' : settings.dataDir}`,
    '',
    'Ctrl-C ends it.',
  )
  console.log(`\n${lines.join('\n')}\n`)
}
