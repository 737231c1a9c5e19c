/** Makes a writer's next page show what they wrote. */
import type { MiddlewareHandler } from 'hono'
import type { Changes } from '../platform/changes.server.ts'
import { isUnsafe } from './request.server.ts'

/** Who has written something sees it in the next page: the answer waits until we have heard of it ourselves. */
export function afterWrites(changes: Changes): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (isUnsafe(c.req.method)) await changes.caughtUp()
  }
}
