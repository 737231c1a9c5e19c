/** What the institute adds to some mails: the shape of its notes, a part of its settings. */
import { z } from 'zod'
import { Text } from '../../api/fields.ts'
import { NOTE_KINDS, type NoteKind, unknownField } from './mail-notes.ts'

export const MailKind = z.enum(NOTE_KINDS as [NoteKind, ...NoteKind[]], 'invalid')
export const MAX_NOTE_LENGTH = 500
/** The English one may be missing. */
const Note = z.object({
  ar: Text(MAX_NOTE_LENGTH),
  en: z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
    Text(MAX_NOTE_LENGTH).optional(),
  ),
})

/** By the kind of mail; a field that the mail does not know is refused. */
export const MailNotes = z.partialRecord(MailKind, Note).superRefine((notes, context) => {
  for (const [kind, note] of Object.entries(notes))
    for (const lang of ['ar', 'en'] as const) {
      const field = unknownField(kind as NoteKind, note?.[lang] ?? '')
      if (field !== undefined)
        context.addIssue({ code: 'custom', message: `mailField:${field.slice(0, 40)}`, path: [kind, lang] })
    }
})
