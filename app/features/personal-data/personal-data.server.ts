/** Data export and account deletion. */
import type { Operations } from '../../api/local-api.server.ts'
import type { personalDataEndpoints } from './contract.ts'
import { eraseAccount } from './erase.server.ts'
import { exportData } from './export.server.ts'

export const personalDataOperations: Operations<typeof personalDataEndpoints> = { exportData, eraseAccount }
