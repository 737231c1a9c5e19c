import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { identityEndpoints } from './contract.ts'

export const identityOperations = new Proxy({} as Operations<typeof identityEndpoints>, {
  get: () => async () => {
    throw new Problem('notFound')
  },
})
