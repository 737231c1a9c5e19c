import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { ordersEndpoints } from './contract.ts'

export const ordersOperations = new Proxy({} as Operations<typeof ordersEndpoints>, {
  get: () => async () => {
    throw new Problem('notFound')
  },
})
