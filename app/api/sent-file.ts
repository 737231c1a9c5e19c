/** An uploaded file. It is deleted after the response to its request. */
export type SentFile = {
  path: string
  /** In bytes. */
  size: number
  /** The sender's file name, without folders and invisible characters. */
  name: string
  /** The first 4,100 bytes, to detect its type. */
  head: Uint8Array
  bytes: () => Promise<Uint8Array>
  stream: () => AsyncIterable<Uint8Array>
}
