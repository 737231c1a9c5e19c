/** Passwords are stored as argon2id hashes in PHC format; the most common ones are refused. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import common from 'fxa-common-password-list'
import pLimit from 'p-limit'
import { Problem } from '../../api/problem.ts'
import type { PasswordCost, Services } from '../../platform/context.server.ts'
import { isPublishedPassword } from './published-accounts.server.ts'

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const OWASP: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const HASH_BYTES = 32
/** Each hash takes 19 MiB and a core: without a limit, a flood of sign-ins would exhaust the server. */
const CONCURRENCY = 4
/** About two seconds of work: whoever comes later is told to come back instead of waiting with everybody else. */
const MAX_WAITING = 200
const RETRY_AFTER_SECONDS = 5

type HashServices = Pick<Services, 'passwordCost'>

const derive = promisify(argon2)
const queue = pLimit(CONCURRENCY)

/** @throws Problem busy */
function limitHashes<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_WAITING) throw new Problem('busy', { seconds: RETRY_AFTER_SECONDS })
  return queue(work)
}

/**
 * A new hash, e.g. `$argon2id$v=19$m=19456,t=2,p=1$…$…`.
 * @param services with the cost of a hash where it is not the usual one
 * @throws Problem busy
 */
export async function hashPassword(password: string, { passwordCost = OWASP }: HashServices = {}): Promise<string> {
  const salt = randomBytes(16)
  const { memoryKib, passes } = passwordCost
  const hash = await limitHashes(() => argon2id(password, salt, memoryKib, passes, LANES))
  return phc(passwordCost, unpadded(salt), unpadded(hash))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether the password matches the stored hash. Without a hash: false, after the same time. @throws Problem busy */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  { passwordCost = OWASP }: HashServices = {},
): Promise<boolean> {
  // For unknown addresses, which must take as long: no password matches this hash.
  const parts = PHC.exec(stored ?? phc(passwordCost, 'A'.repeat(22), 'A'.repeat(43)))
  if (!parts) throw new Error('A stored password hash cannot be read.')
  const [, memory, passes, lanes, salt, expected] = parts
  const hash = await limitHashes(() =>
    argon2id(password, Buffer.from(salt!, 'base64'), Number(memory), Number(passes), Number(lanes)),
  )
  return timingSafeEqual(hash, Buffer.from(expected!, 'base64')) && Boolean(stored)
}

/**
 * Whether the password is one of the 50,000 most used, in any letter case, or one of them with up to four digits and
 * signs around it, as people add them when a form demands digits and signs; or one that stands in this repository.
 */
export function isCommonPassword(password: string): boolean {
  if (isPublishedPassword(password)) return true
  const lower = password.toLowerCase()
  const cores = [lower, trimmed(lower, /[^\p{L}\p{N}]/u), trimmed(lower, /[^\p{L}]/u)]
  return cores.some((core) => password.length - core.length <= 4 && common.test(core)) || common.test(password)
}

function trimmed(text: string, edge: RegExp): string {
  return text.replace(new RegExp(`^(?:${edge.source})+|(?:${edge.source})+$`, 'gu'), '')
}

async function argon2id(password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) {
  const message = password.normalize('NFC')
  return derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength: HASH_BYTES })
}

function phc({ memoryKib, passes }: PasswordCost, salt: string, hash: string): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${salt}$${hash}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
