/** The storage of files. Names are chosen by us, with slashes, never by a visitor. */
export type StoragePort = {
  name: string
  /**
   * Stores the file atomically: content that breaks off leaves nothing.
   * @param about its media type, and how many bytes it must have
   */
  put: (name: string, content: FileContent, about?: { type?: string; size?: number }) => Promise<void>
  /** A small file, read completely; undefined when there is no such file. */
  get: (name: string) => Promise<Uint8Array | undefined>
  /**
   * A file as a stream, or the part from `first` to `last` inclusive; `size` is the complete file's. A caller that
   * stops early cancels the stream, so that the file is closed.
   */
  open: (name: string, part?: { first: number; last: number }) => Promise<OpenFile | undefined>
  /** In bytes; undefined when there is no such file. */
  sizeOf: (name: string) => Promise<number | undefined>
  /** Succeeds also when there is no such file. */
  remove: (name: string) => Promise<void>
  /** Every file with this prefix. */
  list: (prefix: string) => AsyncIterable<{ name: string; size: number; changedAt: Date }>
  /**
   * An address at which the storage itself serves the file for this many seconds, where it can; as a download with
   * `fileName` when one is given.
   */
  signedAddress?: (name: string, about: { seconds: number; type: string; fileName?: string }) => Promise<string>
  /** Removes partial files that a crashed process left before that time. */
  tidy: (before: Date) => Promise<void>
  /** Why these settings will never work, such as a bucket that does not exist; undefined when they may. */
  refusal?: () => Promise<string | undefined>
  /** Whether files can be written now. */
  ready: () => Promise<boolean>
}

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>
export type OpenFile = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; size: number }

/** The content had another size than declared: it was not stored. */
export class SizeMismatch extends Error {
  constructor(name: string, said: number, came: number) {
    super(`${name} should have ${said} bytes and has ${came}.`)
  }
}
