/** Pages and commands of the desk by a part of their name: what the browser finds without asking the server. */
import { fold } from '../features/search/folding.ts'
import type { frame } from '../locales/ar/desk/frame.ts'
import { COMMANDS, sectionsFor, TODAY } from './sections.ts'

const MAX_FOUND = 5

export type PaletteEntry = { kind: 'page' | 'command'; title: string; path: string }

/** Without a term all pages. */
export function paletteEntriesFor(rights: readonly string[], t: typeof frame, term: string): PaletteEntry[] {
  const pages = [TODAY, ...sectionsFor(rights).flatMap(({ entries }) => entries)].map(
    ({ name, path }): PaletteEntry => ({ kind: 'page', title: t.entries[name], path }),
  )
  if (term === '') return pages
  const commands = COMMANDS.filter(({ right }) => rights.includes(right)).map(
    ({ name, path }): PaletteEntry => ({ kind: 'command', title: t.commands[name], path }),
  )
  const folded = fold(term)
  return [...pages, ...commands].filter(({ title }) => fold(title).includes(folded)).slice(0, MAX_FOUND)
}
