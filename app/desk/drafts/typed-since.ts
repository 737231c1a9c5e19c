import { normalLines } from '../edit-changes.ts'
import type { Typed } from './draft-store.ts'

/** What was typed into a form after it was sent: of a text that goes on, only what was added. */
export function typedSince(sent: Typed, now: Typed): Typed {
  const since = Object.entries(now).flatMap(([place, value]): [string, string][] => {
    const before = sent[place]
    if (before === undefined) return [[place, value]]
    if (value === before) return []
    return [[place, value.startsWith(before) ? value.slice(before.length).trimStart() : value]]
  })
  return Object.fromEntries(since.filter(([, value]) => value !== ''))
}

/** The edits of a record that a form did not send as they are: fields are known by their names. */
export function notSent(typed: Typed, form: FormData): Typed {
  const wasSent = (name: string, value: string) => normalLines(String(form.get(name) ?? '')) === value
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => !wasSent(name, value)))
}
