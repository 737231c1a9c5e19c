/** A rendered page that has not been sent yet. */
import type { FileForm } from '../api/page-facts.ts'

export type RenderedPage = {
  response: Response
  nonce: string
  /** It contains nothing personal. */
  forGuest: boolean
  /** The tables that it shows something of. */
  dependencies: ReadonlySet<string>
  setCookies: string[]
  /** Who is signed in. */
  userId?: number | undefined
}

/** @param fileForm set when the request's form may bring files, which are still to be read */
export type RenderPage = (
  request: Request,
  nonce: string,
  socketAddress: string | undefined,
  fileForm?: FileForm,
) => Promise<RenderedPage>
