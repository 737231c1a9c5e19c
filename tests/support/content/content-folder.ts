/** A copy of the demonstration content that a test may change. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { DEMONSTRATION } from '../../../app/features/content/content.server.ts'

export type ContentFolder = {
  path: string
  /** Changes the content of a file. */
  // biome-ignore lint/suspicious/noExplicitAny: tests change any field
  change: (file: string, change: (value: any) => unknown) => void
  write: (file: string, text: string) => void
  read: (file: string) => string
  remove: (file: string) => void
  dispose: () => void
}

export function contentFolder(): ContentFolder {
  const path = mkdtempSync(join(tmpdir(), 'maahad-content-'))
  cpSync(DEMONSTRATION, path, { recursive: true })
  const read = (file: string) => readFileSync(join(path, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(path, file), text)
  return {
    path,
    read,
    write,
    change: (file, change) => {
      const value = parse(read(file))
      change(value)
      write(file, stringify(value, { lineWidth: 0 }))
    },
    remove: (file) => rmSync(join(path, file)),
    dispose: () => rmSync(path, { recursive: true, force: true }),
  }
}
