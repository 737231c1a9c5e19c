/** Templates of answers to enquiries, in both languages. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { EditOf, Id, Text } from '../../../api/fields.ts'
import { LeadKind, Message, Reference } from '../enquiry-contract.ts'
import { unknownTemplateField } from './template-fields.ts'

const MAX_BODY_LENGTH = 8000

/** A sender gets their own language, so that neither may be missing. */
const Both = z.object({ ar: Text(100), en: Text(100) })
const Body = Message(MAX_BODY_LENGTH).superRefine((text, context) => {
  const field = unknownTemplateField(text)
  if (field !== undefined) context.addIssue({ code: 'custom', message: `templateField:${field.slice(0, 40)}` })
})

const fields = {
  name: Both,
  body: z.object({ ar: Body, en: Body }),
  /** Null: for every kind. */
  kind: z.preprocess((kind) => (kind === '' ? null : kind), LeadKind.nullable()),
}

const Said = z.object({ ar: z.string(), en: z.string() })
const AnswerTemplate = z.object({
  id: z.int(),
  version: z.int(),
  kind: LeadKind.nullable(),
  name: Said,
  body: Said,
  updatedAt: z.iso.datetime(),
})
export type AnswerTemplate = z.output<typeof AnswerTemplate>

export const templateEndpoints = {
  answerTemplates: endpoint({
    method: 'GET',
    path: 'admin/answer-templates',
    summary: 'The templates of answers to enquiries, by their Arabic name.',
    audience: { right: 'enquiries.handle' },
    input: z.object({}),
    output: z.array(AnswerTemplate),
  }),
  createAnswerTemplate: endpoint({
    method: 'POST',
    path: 'admin/answer-templates',
    summary: 'Adds a template; a field in braces that answers do not know is refused.',
    audience: { right: 'enquiries.manage' },
    input: z.object(fields),
    output: AnswerTemplate,
    creates: true,
    status: 201,
  }),
  changeAnswerTemplate: endpoint({
    method: 'POST',
    path: 'admin/answer-templates/{id}',
    summary: 'Changes a template. Answers that were made from it stay as they were sent.',
    audience: { right: 'enquiries.manage' },
    input: EditOf(fields).extend({ id: Id }),
    output: AnswerTemplate,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  removeAnswerTemplate: endpoint({
    method: 'DELETE',
    path: 'admin/answer-templates/{id}',
    summary: 'Removes a template. Answers that were made from it stay.',
    audience: { right: 'enquiries.manage' },
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
  leadTemplates: endpoint({
    method: 'GET',
    path: 'admin/leads/{reference}/templates',
    summary: 'The templates for an enquiry in the language of its sender, with the fields filled in.',
    audience: { right: 'enquiries.handle' },
    input: z.object({ reference: Reference }),
    output: z.array(z.object({ id: z.int(), name: z.string(), body: z.string() })),
    problems: ['leadNotFound'],
  }),
}
