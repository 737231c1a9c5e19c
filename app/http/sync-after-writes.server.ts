/** Makes sure that users see their own writes on the next page. */
import type { MiddlewareHandler } from 'hono'
import type { InvalidationListener } from '../platform/database/invalidation-listener.server.ts'
import { isUnsafe } from './request.server.ts'

/** The answer waits until this instance's page cache has dropped what the request changed. */
export function syncAfterWrites(listener: InvalidationListener): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isUnsafe(c.req.method)) await listener.waitForSync()
  }
}
