/** Users with a session, for calls over HTTP. */
import { openSession } from '../../app/features/sessions/session.server.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import { contextAs } from './api-as.ts'
import type { TestApp } from './app.ts'
import { learner } from './factories.ts'

/** An access token for the Authorization header. */
export async function tokenOf(app: TestApp, user: SignedInUser): Promise<string> {
  const row = await app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { accessToken } = await openSession(contextAs(app, null), app.db, row)
  return accessToken
}

/** A new signed-in user, and the calls of the API as this user. */
export async function signedInMember(app: TestApp, roles: SignedInUser['roles'] = ['Student']) {
  const user = await learner(app.db, { roles })
  // Each call creates a session, since a test may move the clock beyond a token's lifetime.
  const call = async <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    app.call<T>(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })
  return { user, call }
}
export type Member = Awaited<ReturnType<typeof signedInMember>>
