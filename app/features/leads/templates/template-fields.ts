/** What a template of answers may say of an enquiry: names in braces. */
import { filledIn, unknownFieldOf } from '../../mail-notes/mail-notes.ts'

export const TEMPLATE_FIELDS = ['name', 'reference', 'kind', 'received', 'institute', 'staff'] as const

/** What the fields stand for in one enquiry. */
export type TemplateValues = Record<(typeof TEMPLATE_FIELDS)[number], string>

/** The first field that templates do not know, without its braces. */
export const unknownTemplateField = (text: string): string | undefined => unknownFieldOf(TEMPLATE_FIELDS, text)

export const answerFrom = (body: string, values: TemplateValues): string => filledIn(body, values)
