import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { pagesEndpoints } from './contract.ts'

export const pagesOperations = new Proxy({} as Operations<typeof pagesEndpoints>, {
  get: () => async () => {
    throw new Problem('notFound')
  },
})
