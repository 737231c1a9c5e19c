/** A copy of the demonstration content that a test may change. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** A whole institute, small enough to be loaded in a tenth of the time. */
const PART = {
  courses: ['contracts-drafting', 'saudi-labour-law-practice', 'hr-diploma', 'accounting-diploma', 'business-english'],
  articles: ['interview-stories'],
  posts: ['first-pivot-table'],
}

/** A copy of a few courses, one article and one post of the demonstration, with all of its pages. */
export function partOfContent(): ContentFolder {
  const folder = contentFolder()
  for (const [kind, keys] of Object.entries(PART)) {
    const kept = keys.map((key) => `${key}.yaml`)
    for (const file of readdirSync(join(folder.path, kind))) if (!kept.includes(file)) folder.remove(join(kind, file))
  }
  const isKept = (course: string) => PART.courses.includes(course)
  folder.change('reviews.yaml', (reviews: { course: string }[]) => keep(reviews, ({ course }) => isKept(course)))
  folder.change('coupons.yaml', (coupons: { courses?: string[] }[]) => {
    for (const { courses } of coupons) keep(courses ?? [], isKept)
    keep(coupons, ({ courses }) => courses === undefined || courses.length > 0)
  })
  return folder
}

function keep<T>(list: T[], isKept: (one: T) => boolean) {
  list.splice(0, list.length, ...list.filter(isKept))
}

/** @param source the folder that is copied */
export function contentFolder(source = DEMONSTRATION): ContentFolder {
  const path = mkdtempSync(join(tmpdir(), 'maahad-content-'))
  cpSync(source, path, { recursive: true })
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
