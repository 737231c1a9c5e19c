/** Files that the trainer or the desk gives the learners of a run. */
import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import { FileField, Id, optional, Text } from '../../api/fields.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { MAX_ANY_UPLOAD_BYTES } from '../uploads/contract.ts'

const ById = z.object({ id: Id })
const MATERIALS = { right: 'runs.materials' } as const

export const MATERIAL_QUOTAS: readonly Quota[] = [
  { key: 'materials', of: 'account', seconds: HOUR_SECONDS, max: 60, unit: 'files' },
  { key: 'material-kilobytes', of: 'account', seconds: DAY_SECONDS, max: 4 * 1024 * 1024, unit: 'kilobytes' },
]

const Material = z.object({
  id: z.int(),
  /** Its title, or else the file's name. */
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  addedAt: z.iso.datetime(),
  addedBy: z.string().nullable(),
  /** Opens it for ten minutes. */
  address: z.string(),
})
export type Material = z.output<typeof Material>

export const materialsEndpoints = {
  material: endpoint({
    method: 'GET',
    path: 'Learning/materials/{id}',
    summary:
      'Where the learner opens a file of a run in which they are enrolled: an address for ten minutes, for their session alone.',
    audience: 'signedIn',
    input: ById,
    output: z.object({ name: z.string(), address: z.string() }),
    problems: ['notFound'],
  }),
  materialsOfRun: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/materials',
    summary: 'The files of a run that its learners see; a trainer sees those of their own runs.',
    audience: MATERIALS,
    input: ById,
    output: z.object({
      run: z.object({ id: z.int(), course: z.string(), startsAt: z.iso.datetime() }),
      materials: z.array(Material),
    }),
    problems: ['runNotFound'],
  }),
  addMaterial: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/materials',
    summary:
      'Gives the learners of a run a file: a document (PDF, DOCX, XLSX, PPTX, ZIP; 20 MB), a picture (8 MB) or a video (MP4, WebM; 200 MB).',
    audience: MATERIALS,
    input: ById.extend({ file: FileField, title: optional(Text(200)) }),
    output: Material,
    problems: [
      'runNotFound',
      'runCancelled',
      'tooManyMaterials',
      'tooLarge',
      'unsupportedType',
      'tooManyRequests',
      'storageDown',
      'uploadTooSlow',
    ],
    files: { maxBytes: MAX_ANY_UPLOAD_BYTES, field: 'file' },
    quotas: MATERIAL_QUOTAS,
    status: 201,
  }),
  removeMaterial: endpoint({
    method: 'POST',
    path: 'admin/materials/{id}/remove',
    summary: 'Takes a file back: its learners no longer see it, and it is deleted.',
    audience: MATERIALS,
    input: ById,
    output: z.object({}),
    problems: ['notFound'],
  }),
}
