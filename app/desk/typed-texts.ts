import { normalLines, originalOf } from './edit-changes.ts'

/**
 * What was typed into a form, by the names of its fields; without files. Of the fields of a record only what differs from
 * what they came with: the others may have become something else meanwhile, which a second try must not take back.
 */
export function typedTexts(form: FormData): Record<string, string> {
  const typed = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  for (const [name, from] of Object.entries(originalOf(form))) {
    // A box that is not checked is not sent.
    const value = typed[name] ?? ''
    if (normalLines(value) === normalLines(from)) delete typed[name]
    else typed[name] = value
  }
  return typed
}
