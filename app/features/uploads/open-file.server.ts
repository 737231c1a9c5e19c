/** A file on disk, read and edited in small parts: a video is never completely in memory. */
import { type FileHandle, open } from 'node:fs/promises'

export type OpenFile = {
  size: number
  /** Returns fewer bytes at the file's end. */
  read: (at: number, length: number) => Promise<Buffer>
  write: (at: number, bytes: Uint8Array) => Promise<void>
  /** Reads from the beginning into the buffer, as much as fits. */
  readInto: (room: Buffer) => Promise<Buffer>
  /** Overwrites a part with zeros. */
  blank: (at: number, length: number) => Promise<void>
}

const WINDOW = 64 * 1024

export async function withOpenFile<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r+')
  try {
    return await work(await openFile(handle))
  } finally {
    await handle.close()
  }
}

async function openFile(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat()
  let window = { at: 0, bytes: Buffer.alloc(0) }
  const bytesAt = async (at: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
  const write = async (at: number, bytes: Uint8Array) => {
    await handle.write(bytes, 0, bytes.length, at)
    window = { at: 0, bytes: Buffer.alloc(0) }
  }
  return {
    size,
    read: async (at, length) => {
      if (length > WINDOW) return bytesAt(at, length)
      const isInside = at >= window.at && at + length <= window.at + window.bytes.length
      if (!isInside) window = { at, bytes: await bytesAt(at, WINDOW) }
      return window.bytes.subarray(at - window.at, at - window.at + length)
    },
    write,
    readInto: async (room) => room.subarray(0, (await handle.read(room, 0, room.length, 0)).bytesRead),
    blank: async (at, length) => {
      for (let done = 0; done < length; done += WINDOW)
        await write(at + done, Buffer.alloc(Math.min(WINDOW, length - done)))
    },
  }
}
