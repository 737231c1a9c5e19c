import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { catalogueEndpoints } from './contract.ts'

export const catalogueOperations = new Proxy({} as Operations<typeof catalogueEndpoints>, {
  get: () => async () => {
    throw new Problem('notFound')
  },
})
