/** A learner of the factories with a session, for calls over HTTP. */
import { openSession } from '../../app/features/sessions/session.server.ts'
import type { SignedInUser } from '../../app/platform/context.server.ts'
import { contextAs } from './api-as.ts'
import type { TestApp } from './app.ts'

/** An access token, to be sent as Bearer. */
export async function tokenOf(app: TestApp, user: SignedInUser): Promise<string> {
  const row = await app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { accessToken } = await openSession(contextAs(app, null), app.db, row)
  return accessToken
}
