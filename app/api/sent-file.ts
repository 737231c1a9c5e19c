/** A file as somebody sent it. It is gone when what it came with has been answered. */
export type SentFile = {
  path: string
  /** In bytes. */
  size: number
  /** What the sender called it: without folders, and without letters that nobody sees. */
  name: string
  /** The first 4,100 bytes, by which its type is told. */
  head: Uint8Array
  bytes: () => Promise<Uint8Array>
  stream: () => AsyncIterable<Uint8Array>
}
