import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { NODE_ARGUMENTS } from '../../../scripts/node-arguments.ts'

export type ApiChild = {
  address: string
  process: ChildProcess
  /** Its exit code, when it has ended. */
  exited: Promise<number | null>
  /** Kills it, as a power cut does, or ends it cleanly; resolves when the process has ended. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

/** The product without its pages, in a process of its own, on a database that tests can query. */
export async function startApiChild(
  env: Record<string, string> & { DATA_DIR: string },
  script = 'api-process.ts',
): Promise<ApiChild> {
  const quickly = { NODE_COMPILE_CACHE: join(env.DATA_DIR, 'compiled'), NODE_NO_WARNINGS: '1' }
  const child = fork(join(import.meta.dirname, script), {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...quickly, ...env },
    execArgv: NODE_ARGUMENTS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const port = await Promise.race([
    once(child, 'message').then(([port]) => port as number),
    ended.then(() => Promise.reject(new Error('The server did not start.'))),
  ])
  return {
    address: `http://localhost:${port}`,
    process: child,
    exited: ended.then(([code]) => code as number | null),
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}
