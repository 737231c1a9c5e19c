/** A rendered page that has not been sent yet. */
import type { PageFacts } from '../api/page-facts.ts'
import type { Context } from '../platform/context.server.ts'

export type RenderedPage = {
  response: Response
  nonce: string
  /** It contains nothing personal. */
  forGuest: boolean
  /** The tables that it shows something of. */
  dependencies: ReadonlySet<string>
  /** When the oldest answer that it shows was made; undefined when it shows none that was remembered. */
  madeAt?: number | undefined
  setCookies: string[]
  /** Who is signed in. */
  userId?: number | undefined
  /** Whether they work for the institute. */
  isStaff?: boolean
}

/**
 * @param facts what is known of the page: the form of the request is still to be read
 * @param known who asks, where that was found out before
 */
export type RenderPage = (
  request: Request,
  nonce: string,
  socketAddress: string | undefined,
  facts: PageFacts,
  known?: Context,
) => Promise<RenderedPage>
