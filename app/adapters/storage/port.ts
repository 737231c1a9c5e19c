/** Where files live: names are ours, with slashes, never a visitor's. */
export type StoragePort = {
  name: string
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Undefined when there is no such file. */
  get: (name: string) => Promise<Uint8Array | undefined>
  /** A file that is not there is removed already. */
  remove: (name: string) => Promise<void>
  /** Whether files can be written now. */
  ready: () => Promise<boolean>
}
