/** Specializations, by which courses are grouped: created and edited at the desk. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Id, Text } from '../../api/fields.ts'
import { EnglishPaths, EnglishStates, Instant, Version } from '../revisions/records-contract.ts'
import { MARKS } from './marks.ts'

const Words = (max: number) =>
  z.object({
    ar: Text(max),
    en: z.preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      Text(max).optional(),
    ),
  })

const fields = {
  name: Words(80),
  summary: Words(300),
  /** The icon on the covers of its courses. */
  mark: z.enum(MARKS, 'invalid'),
  colour: z
    .string()
    .toLowerCase()
    .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'invalid')),
}

const Specialization = z.object({
  id: z.int(),
  slug: z.string(),
  version: z.int(),
  name: z.object({ ar: z.string(), en: z.string().optional() }),
  summary: z.object({ ar: z.string(), en: z.string().optional() }),
  mark: z.string(),
  colour: z.string(),
  courseCount: z.int(),
  english: EnglishStates,
  /** Until when the caller can undo their last change; null when they cannot. */
  undoUntil: Instant.nullable(),
})

export const specializationsEndpoints = {
  specializations: endpoint({
    method: 'GET',
    path: 'admin/specializations',
    summary: 'The specializations in the order of the site, with the number of their courses.',
    audience: { right: 'courses.view' },
    input: z.object({}),
    output: z.array(Specialization),
  }),
  createSpecialization: endpoint({
    method: 'POST',
    path: 'admin/specializations',
    summary: 'Creates a specialization; its address is made of the Arabic name.',
    audience: { right: 'courses.change' },
    input: z.object(fields),
    output: Specialization,
    problems: ['nameTaken'],
    creates: true,
    status: 201,
  }),
  changeSpecialization: endpoint({
    method: 'POST',
    path: 'admin/specializations/{id}',
    summary: 'Changes a specialization; its address stays.',
    audience: { right: 'courses.change' },
    input: EditOf(fields).extend({ id: Id }),
    output: Specialization,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  undoSpecialization: endpoint({
    method: 'POST',
    path: 'admin/specializations/{id}/undo',
    summary:
      'Undoes the caller’s last change of a specialization, for ten minutes and where nothing was changed since.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id }),
    output: Specialization,
    problems: ['notFound', 'nothingToUndo'],
  }),
  confirmSpecializationEnglish: endpoint({
    method: 'POST',
    path: 'admin/specializations/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id, version: Version, paths: EnglishPaths }),
    output: Specialization,
    problems: ['notFound', 'changedMeanwhile'],
  }),
}
