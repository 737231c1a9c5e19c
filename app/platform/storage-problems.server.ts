import type { StoragePort } from '../adapters/storage/port.ts'
import { isProblem, Problem } from '../api/problem.ts'
import type { Log } from './log.server.ts'

/** The same storage, but its failures are logged with their cause and become a `storageDown` problem. */
export function reportingProblems(storage: StoragePort, log: Log): StoragePort {
  const report = (error: unknown): never => {
    if (isProblem(error)) throw error
    log.error({ err: error, storage: storage.name }, 'storage failed')
    throw new Problem('storageDown')
  }
  const { signedAddress } = storage
  return {
    ...storage,
    put: (...args) => storage.put(...args).catch(report),
    get: (...args) => storage.get(...args).catch(report),
    open: (...args) => storage.open(...args).catch(report),
    sizeOf: (...args) => storage.sizeOf(...args).catch(report),
    remove: (...args) => storage.remove(...args).catch(report),
    ...(signedAddress ? { signedAddress: (...args) => signedAddress(...args).catch(report) } : {}),
  }
}
