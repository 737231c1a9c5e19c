/** The paragraphs that the institute adds to some mails, in which fields in braces stand for what is about the learner. */

/** Each mail that takes a note, with the fields that it knows. */
export const NOTE_FIELDS = {
  enrolled: ['name', 'course', 'reference'],
  moved: ['name', 'course', 'reference'],
  cancelled: ['name', 'course', 'reference'],
  offered: ['name', 'course'],
  transferAwaited: ['name', 'course', 'reference', 'amount'],
  transferRest: ['name', 'course', 'reference', 'amount'],
  transferDeclined: ['name', 'course', 'reference'],
  refundAsked: ['name', 'course', 'reference'],
  refundDeclined: ['name', 'course', 'reference'],
  refundAccount: ['name', 'course', 'reference'],
  refunded: ['name', 'course', 'reference', 'amount'],
  certificate: ['name', 'course', 'number'],
} as const

export type NoteKind = keyof typeof NOTE_FIELDS
export const NOTE_KINDS = Object.keys(NOTE_FIELDS) as NoteKind[]

const FIELD = /\{([^{}]*)\}/g

/** The first field that a mail does not know, without its braces; undefined when all are known. */
export const unknownField = (kind: NoteKind, text: string): string | undefined =>
  unknownFieldOf(NOTE_FIELDS[kind], text)

export const unknownFieldOf = (known: readonly string[], text: string): string | undefined =>
  [...text.matchAll(FIELD)].map(([, name]) => name!).find((name) => !known.includes(name))

/** The text with the fields filled in; a field that is not known stays as it is. */
export const filledIn = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(FIELD, (field, name: string) => values[name] ?? field)

/** Its paragraphs, with the fields filled in; a field that is not known stays as it is. */
export function paragraphsOf(note: string | undefined, values: Partial<Record<string, string>>): string[] {
  return filledIn(note ?? '', values)
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
}
