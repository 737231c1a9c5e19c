/** The token by which a sender follows an enquiry. */
import type { Context } from '../../platform/context.server.ts'
import { isLinkToken, linkToken } from '../../platform/secrets.server.ts'

type Asking = Pick<Context, 'settings'>
const PURPOSE = 'follow-lead'

export const followToken = ({ settings }: Asking, reference: string): string => linkToken(settings, PURPOSE, reference)

export const isFollowToken = ({ settings }: Asking, reference: string, token: string): boolean =>
  isLinkToken(settings, PURPOSE, reference, token)
