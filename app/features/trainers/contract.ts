/** Trainers, as the desk adds and edits them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Email, FileAnswer, Id, optional, TABLE_FILES, TableFormat, Text } from '../../api/fields.ts'
import { CutPicture, TAKES_PICTURE } from '../pictures/picture-contract.ts'
import { EnglishPaths, EnglishStates, Instant, Version } from '../revisions/records-contract.ts'

const Words = (max: number) =>
  z.object({
    ar: Text(max),
    en: z.preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      Text(max).optional(),
    ),
  })

type Typed = { ar?: unknown; en?: unknown } | null | undefined
const isBlank = (typed: Typed) => !`${typed?.ar ?? ''}${typed?.en ?? ''}`.trim()

const fields = {
  name: Words(80),
  /** Under the name on pages, such as a profession. */
  title: Words(120),
  bio: Words(2000),
  /** The address of the account that teaches their runs; empty: none. Only those who manage staff set it. */
  account: z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? null : text), Email.nullable()),
}

/** Null: the picture says no more than the name beside it. */
const PictureAlt = z.preprocess((typed) => (isBlank(typed as Typed) ? null : typed), Words(200).nullable())

const Said = z.object({ ar: z.string(), en: z.string().optional() })

const Trainer = z.object({
  id: z.int(),
  version: z.int(),
  name: Said,
  title: Said,
  bio: Said,
  picture: z.string().nullable(),
  pictureAlt: Said.nullable(),
  account: z.string().nullable(),
  courseCount: z.int(),
  /** The reference of the application that they come from. */
  application: z.string().nullable(),
  english: EnglishStates,
  /** Until when the caller can undo their last change; null when they cannot. */
  undoUntil: Instant.nullable(),
})

export type Trainer = z.output<typeof Trainer>

export const trainersEndpoints = {
  trainers: endpoint({
    method: 'GET',
    path: 'admin/trainers',
    summary: 'The trainers by name, with the number of their courses; a trainer sees what is said of themselves.',
    audience: { right: 'courses.view' },
    input: z.object({}),
    output: z.array(Trainer),
  }),
  exportTrainers: endpoint({
    method: 'GET',
    path: 'admin/trainers/export',
    summary: 'The trainers, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'courses.change' },
    input: z.object({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  createTrainer: endpoint({
    method: 'POST',
    path: 'admin/trainers',
    summary: 'Adds a trainer.',
    audience: { right: 'courses.change' },
    input: z.object({
      ...fields,
      account: fields.account.optional(),
      /** The application that they come from: both are linked. */
      application: optional(Text(20)),
    }),
    output: Trainer,
    problems: ['leadNotFound', 'applicationDone'],
    creates: true,
    status: 201,
  }),
  changeTrainer: endpoint({
    method: 'POST',
    path: 'admin/trainers/{id}',
    summary:
      'Changes a trainer. The account needs the right to change staff: it sees the learners of the trainer’s runs.',
    audience: { right: 'courses.change' },
    input: EditOf({ ...fields, pictureAlt: PictureAlt }).extend({ id: Id }),
    output: Trainer,
    problems: ['notFound', 'changedMeanwhile', 'forbidden'],
  }),
  undoTrainer: endpoint({
    method: 'POST',
    path: 'admin/trainers/{id}/undo',
    summary: 'Undoes the caller’s last change of a trainer, for ten minutes and where nothing was changed since.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id }),
    output: Trainer,
    problems: ['notFound', 'nothingToUndo', 'forbidden'],
  }),
  confirmTrainerEnglish: endpoint({
    method: 'POST',
    path: 'admin/trainers/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id, version: Version, paths: EnglishPaths }),
    output: Trainer,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  setTrainerPicture: endpoint({
    method: 'PUT',
    path: 'admin/trainers/{id}/picture',
    summary:
      'Sets the picture: a JPEG, PNG, WebP or GIF of at most 20 MB, cut to a square and stored in several sizes.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id, ...CutPicture }),
    output: Trainer,
    problems: ['notFound'],
    ...TAKES_PICTURE,
  }),
  chooseTrainerPicture: endpoint({
    method: 'PUT',
    path: 'admin/trainers/{id}/picture/chosen',
    summary: 'Sets the picture to one of the media library, cut to a square around its focus point.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id, mediaId: Id }),
    output: Trainer,
    problems: ['notFound', 'mediaNotFound'],
  }),
  removeTrainerPicture: endpoint({
    method: 'DELETE',
    path: 'admin/trainers/{id}/picture',
    summary: 'Takes the picture of a trainer away.',
    audience: { right: 'courses.change' },
    input: z.object({ id: Id }),
    output: Trainer,
    problems: ['notFound'],
  }),
}
