import type { Operations } from '../../api/local-api.server.ts'
import { hasRight, RIGHTS } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import type { deskEndpoints } from './contract.ts'
import { dismissFailure, failures, retryJob, retryMessage } from './failures.server.ts'
import { find } from './find.server.ts'
import { today } from './today.server.ts'

async function me({ user, settings }: Context) {
  const { id, userName, profilePicture } = user!
  return {
    ...{ id, name: userName, picture: profilePicture, rights: RIGHTS.filter((right) => hasRight(user, right)) },
    needsSecondFactor: settings.staffSecondFactor,
  }
}

export const deskOperations: Operations<typeof deskEndpoints> = {
  me,
  find,
  today,
  failures,
  retryMessage,
  dismissFailure,
  retryJob,
}
