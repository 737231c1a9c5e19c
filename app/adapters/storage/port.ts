/** Where files live: names are ours, with slashes, never a visitor's. */
export type StoragePort = {
  name: string
  /**
   * Keeps the file whole or not at all: a content that breaks off leaves nothing.
   * @param about its media type, and how many bytes it must have
   */
  put: (name: string, content: FileContent, about?: { type?: string; size?: number }) => Promise<void>
  /** A small file at once; undefined when there is no such file. */
  get: (name: string) => Promise<Uint8Array | undefined>
  /**
   * A file, or a part of it with both its ends, as it is read: `size` is the whole file's. Whoever leaves the stream
   * early cancels it, so that the file is closed.
   */
  open: (name: string, part?: { first: number; last: number }) => Promise<OpenFile | undefined>
  /** In bytes; undefined when there is no such file. */
  sizeOf: (name: string) => Promise<number | undefined>
  /** A file that is not there is removed already. */
  remove: (name: string) => Promise<void>
  /** Every file whose name begins so. */
  list: (prefix: string) => AsyncIterable<{ name: string; size: number; changedAt: Date }>
  /**
   * An address at which the storage itself hands the file out for so many seconds, where it can; as a download of that
   * name when one is given.
   */
  signedAddress?: (name: string, about: { seconds: number; type: string; fileName?: string }) => Promise<string>
  /** Removes what putting left behind when a server died in the middle of it, before that time. */
  tidy: (before: Date) => Promise<void>
  /** Whether files can be written now. */
  ready: () => Promise<boolean>
}

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>
export type OpenFile = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; size: number }

/** The content had another size than was said: it is not kept. */
export class SizeMismatch extends Error {
  constructor(name: string, said: number, came: number) {
    super(`${name} should have ${said} bytes and has ${came}.`)
  }
}
