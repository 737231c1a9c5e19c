import type { StoragePort } from '../adapters/storage/port.ts'
import { isProblem, Problem } from '../api/problem.ts'
import type { Log } from './log.server.ts'

/** The same storage, whose failures are told to visitors as what they are, and to the log with their cause. */
export function reportingProblems(storage: StoragePort, log: Log): StoragePort {
  const told = (error: unknown): never => {
    if (isProblem(error)) throw error
    log.error({ err: error, storage: storage.name }, 'storage failed')
    throw new Problem('storageDown')
  }
  const { signedAddress } = storage
  return {
    ...storage,
    put: (...words) => storage.put(...words).catch(told),
    get: (...words) => storage.get(...words).catch(told),
    open: (...words) => storage.open(...words).catch(told),
    sizeOf: (...words) => storage.sizeOf(...words).catch(told),
    remove: (...words) => storage.remove(...words).catch(told),
    ...(signedAddress ? { signedAddress: (...words) => signedAddress(...words).catch(told) } : {}),
  }
}
