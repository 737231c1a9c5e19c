/**
 * Whether a load balancer should send requests here. Each part is asked at the same time and has a second and a half to
 * answer, so that the answer is there within two seconds whatever happens.
 */
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context as HttpContext } from 'hono'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { Services } from '../../platform/context.server.ts'
import type { DatabaseHealth } from '../../platform/database/health.ts'
import { type DatabaseState, databaseState } from '../../platform/database/migrations.server.ts'
import { queueIsReady } from '../../platform/jobs.server.ts'

const CHECK_TIMEOUT_MS = 1500
/** Uploads in progress need room; with less, requests with files fail. */
const MIN_FREE_BYTES = 64 * MEGABYTE

/** What a part says that answers. */
export const PART_OK = 'ok'
const UNAVAILABLE = 'unavailable'
const NO_ANSWER = 'no answer in time'

export type Readiness = {
  /** `degraded` serves all but files; `draining` still serves, but is about to end. */
  status: 'ready' | 'degraded' | 'draining' | 'unready'
  /** What each part said: `ok`, or the reason why not. */
  checks: Record<string, string>
}

const DATABASE_STATES = {
  ready: PART_OK,
  readOnly: 'it takes no writes',
  older: 'migrations are missing',
} satisfies Record<DatabaseState, string>

type Check = () => Promise<string>

/** Without these the instance serves errors; without storage it serves everything except files. */
type Checks = { database: Check; queue: Check; disk: Check; storage: Check }

/** @returns a function that asks all parts; a part that has not answered the last time is not asked again meanwhile */
export function readinessOf(
  services: Pick<Services, 'db' | 'storage' | 'settings'>,
  health: Pick<DatabaseHealth, 'isFull'>,
  isDraining: () => boolean,
): () => Promise<Readiness> {
  const { db, storage, settings } = services
  const checks = {
    database: async () => (health.isFull() ? 'its disk is full' : DATABASE_STATES[await databaseState(db)]),
    queue: async () => ((await queueIsReady(db)) ? PART_OK : UNAVAILABLE),
    disk: async () => ((await freeBytes(settings.dataDir)) < MIN_FREE_BYTES ? 'the disk of DATA_DIR is full' : PART_OK),
    storage: async () => ((await storage.ready()) ? PART_OK : UNAVAILABLE),
  } satisfies Checks
  const asked = Object.entries(checks).map(([name, check]) => [name, onceAtATime(check)] as const)

  return async () => {
    const answers = await Promise.all(asked.map(async ([name, ask]) => [name, await ask()] as const))
    const found = Object.fromEntries(answers) as Record<keyof Checks, string>
    return { status: statusOf(found, isDraining()), checks: found }
  }
}

export const isWelcoming = ({ status }: Readiness) => status === 'ready' || status === 'degraded'

/** Answers `GET /readyz`: 200 while requests are welcome, else 503, with the reasons. */
export const showReadiness = (readiness: () => Promise<Readiness>) => async (c: HttpContext) => {
  const found = await readiness()
  return c.json(found, isWelcoming(found) ? 200 : 503, { 'Cache-Control': 'no-store' })
}

function statusOf({ storage, ...needed }: Record<keyof Checks, string>, isDraining: boolean): Readiness['status'] {
  if (isDraining) return 'draining'
  if (Object.values(needed).some((answer) => answer !== PART_OK)) return 'unready'
  return storage === PART_OK ? 'ready' : 'degraded'
}

/** Whoever asks while the part is still being asked waits for the same answer, so that questions do not pile up. */
function onceAtATime(check: Check): () => Promise<string> {
  let running: Promise<string> | undefined
  return () => {
    running ??= check()
      // Everybody may ask: what failed is in the log, not in the answer.
      .catch(() => UNAVAILABLE)
      .finally(() => {
        running = undefined
      })
    return Promise.race([running, sleep(CHECK_TIMEOUT_MS, NO_ANSWER, { ref: false })])
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
