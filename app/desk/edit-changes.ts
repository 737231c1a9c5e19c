/** What a form changes of a record: only the fields that differ from what it was opened with. */

export type Change = { from: string; to: string }
export type Changes = { version: number; changes: Record<string, Change> }

/** The hidden fields of `EditForm`. */
export const VERSION_FIELD = 'version'
export const ORIGINAL_FIELD = 'original'

/** Line breaks come from browsers as CR LF. */
export const normalLines = (text: string) => text.replaceAll('\r\n', '\n')

/** The changed fields of a form with the values that it was opened with. Fields that it does not contain stay. */
export function changesIn(form: FormData): Changes {
  const original = originalOf(form)
  const changes: Record<string, Change> = {}
  for (const [name, from] of Object.entries(original)) {
    const value = form.get(name)
    // An unchecked box is not sent; the record names its fields, so a missing one counts as empty.
    const to = normalLines(typeof value === 'string' ? value : '')
    if (to !== normalLines(from)) changes[name] = { from, to }
  }
  return { version: Number(form.get(VERSION_FIELD)) || 0, changes }
}

/** What the fields of `EditForm` came with; nothing where it is another form. */
export function originalOf(form: FormData): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(String(form.get(ORIGINAL_FIELD) ?? '{}'))
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
