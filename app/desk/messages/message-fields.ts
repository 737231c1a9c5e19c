/** The fields of a message in both languages, and what a form sent of them. */

export const MESSAGE_FIELDS = ['subject.ar', 'subject.en', 'text.ar', 'text.en'] as const
export type TypedMessage = Record<(typeof MESSAGE_FIELDS)[number], string>

export const typedMessage = (form: FormData) =>
  Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as TypedMessage

export function messageIn(form: FormData) {
  const typed = typedMessage(form)
  return {
    subject: { ar: typed['subject.ar'], en: typed['subject.en'] },
    text: { ar: typed['text.ar'], en: typed['text.en'] },
  }
}
