import type { Context, SignedInUser } from '../../platform/context.server.ts'

/** Who sends this request, by its Bearer token or its cookies; rotates an expired access cookie on the way. */
export async function resolveSession(_ctx: Context, _authorization: string | null): Promise<SignedInUser | null> {
  return null
}
