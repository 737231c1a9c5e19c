/** What staff do with courses. Edits send changed fields with what their author read (`app/api/edits.ts`). */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { CourseDetails } from '../catalogue/course-contract.ts'
import { BulkOutcome, Chosen, Counted } from '../lists/bulk-contract.ts'
import { CutPicture, TAKES_PICTURE } from '../pictures/picture-contract.ts'
import {
  ById,
  Differences,
  EnglishPaths,
  History,
  Instant,
  PreviewToken,
  RecordFacts,
  RecordState,
  Saved,
  SavedDraft,
  TextValues,
  UsedDraft,
  Version,
  Written,
} from '../revisions/records-contract.ts'
import { COURSE_COMMANDS } from './bulk-commands.ts'
import { COURSE_FIELDS, PRICE_FIELDS } from './course-fields-contract.ts'
import { TEXT_NAMES } from './course-texts.ts'
import { Proposal } from './proposals-contract.ts'

export const VatTreatment = z.enum(['standard', 'zero', 'exempt'])
export type VatTreatment = z.output<typeof VatTreatment>

const Filter = z.object({
  state: optional(RecordState),
  specializationId: optional(Id),
  deliveryMethod: optional(WholeNumber.pipe(z.number().min(1, 'invalid').max(3, 'invalid'))),
  english: optional(z.enum(['missing', 'stale'], 'invalid')),
  query: optional(Text(200)),
})

const CourseRow = z.object({
  id: z.int(),
  version: z.int(),
  slug: z.string(),
  name: Written,
  specialization: Written,
  deliveryMethod: z.int(),
  priceHalalas: z.int(),
  state: RecordState,
  publishedAt: Instant.nullable(),
  publishAt: Instant.nullable(),
  englishMissing: z.int(),
  englishStale: z.int(),
  hasDraft: z.boolean(),
  updatedAt: Instant,
})
export type CourseRow = z.output<typeof CourseRow>

const LocalizedList = z.array(Written)
/** Every value that is edited, with what cannot be edited in a form beside it: the cover. */
const Values = z.object({
  ...{ slug: z.string(), specializationId: z.int(), subSpecializationId: z.int().nullable() },
  ...{ category: z.int(), level: z.int(), deliveryMethod: z.int(), hours: z.number() },
  ...{ licence: z.string().nullable(), previewVideo: z.string().nullable(), trainers: z.array(z.int()) },
  ...{ outcomes: LocalizedList, prerequisites: LocalizedList, audience: LocalizedList },
  outline: z.array(z.object({ title: Written, lessons: z.array(z.object({ title: Written, minutes: z.int() })) })),
  faq: z.array(z.object({ question: Written, answer: Written })),
  ...{ priceHalalas: z.int(), oldPriceHalalas: z.int().nullable(), vatTreatment: VatTreatment },
  ...{ vatReasonCode: z.string().nullable(), zeroRatedForCitizens: z.boolean(), cover: z.string() },
  ...TextValues(TEXT_NAMES),
})

export const EditedCourse = z.object({
  ...RecordFacts,
  key: z.string(),
  values: Values,
  /** The description as HTML, empty where there is none. */
  described: z.object({ ar: z.string(), en: z.string() }),
  /** Orders that wait for their payment. */
  openOrders: z.int(),
  /** Those that wait, for editors; for a trainer the own last one, with how it was decided. */
  proposals: z.array(Proposal),
  /** What the caller may do with it. A trainer proposes what an editor changes. */
  may: z.object({ change: z.boolean(), price: z.boolean(), propose: z.boolean() }),
})
export type EditedCourse = z.output<typeof EditedCourse>

const EDIT_PROBLEMS = ['courseNotFound', 'changedMeanwhile'] as const

export const courseEditingEndpoints = {
  courseList: endpoint({
    method: 'GET',
    path: 'admin/courses',
    summary: 'The courses in every state, the last changed first, with what is missing in English.',
    audience: { right: 'courses.view' },
    input: Filter.extend({
      sort: optional(z.enum(['changed', 'name', 'cheap', 'dear'], 'invalid')).transform((sort) => sort ?? 'changed'),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(CourseRow),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportCourses: endpoint({
    method: 'GET',
    path: 'admin/courses/export',
    summary: 'The courses of a list that the caller may see, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'courses.view' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  courseChoices: endpoint({
    method: 'GET',
    path: 'admin/course-choices',
    summary: 'The specializations and trainers that a course can have.',
    audience: { right: 'courses.view' },
    input: z.object({}),
    output: z.object({
      specializations: z.array(
        z.object({ id: z.int(), name: Written, children: z.array(z.object({ id: z.int(), name: Written })) }),
      ),
      trainers: z.array(z.object({ id: z.int(), name: Written })),
    }),
  }),
  editedCourse: endpoint({
    method: 'GET',
    path: 'admin/courses/{id}',
    summary: 'One course with everything that is edited of it.',
    audience: { right: 'courses.view' },
    input: ById,
    output: EditedCourse,
    problems: ['courseNotFound'],
  }),
  addCourse: endpoint({
    method: 'POST',
    path: 'admin/courses',
    summary: 'Adds a course that visitors do not see yet.',
    audience: { right: 'courses.change' },
    input: z.object({
      'name.ar': COURSE_FIELDS['name.ar'],
      'name.en': COURSE_FIELDS['name.en'].optional(),
      specializationId: Id,
      category: COURSE_FIELDS.category,
      level: COURSE_FIELDS.level,
      deliveryMethod: COURSE_FIELDS.deliveryMethod,
      hours: COURSE_FIELDS.hours,
    }),
    output: Saved,
    creates: true,
    status: 201,
  }),
  editCourse: endpoint({
    method: 'PATCH',
    path: 'admin/courses/{id}',
    summary: 'Changes fields of a course; a former slug keeps leading to it.',
    audience: { right: 'courses.change' },
    input: ById.extend(EditOf(COURSE_FIELDS).shape).extend(UsedDraft),
    output: Saved,
    problems: EDIT_PROBLEMS,
    bodyLimit: 500_000,
  }),
  changeCoursePrice: endpoint({
    method: 'PATCH',
    path: 'admin/courses/{id}/price',
    summary: 'Changes the price of a course and how VAT applies to it.',
    audience: { right: 'prices.change' },
    input: ById.extend(EditOf(PRICE_FIELDS).shape),
    output: Saved,
    problems: EDIT_PROBLEMS,
  }),
  setCourseCover: endpoint({
    method: 'PUT',
    path: 'admin/courses/{id}/cover',
    summary: 'Sets the cover: a JPEG, PNG, WebP or GIF of at most 20 MB, cut to 20:11 and stored in several sizes.',
    audience: { right: 'courses.change' },
    input: ById.extend({
      ...CutPicture,
      'coverAlt.ar': COURSE_FIELDS['coverAlt.ar'].optional(),
      'coverAlt.en': COURSE_FIELDS['coverAlt.en'].optional(),
    }),
    output: Saved.extend({ cover: z.string() }),
    problems: ['courseNotFound'],
    ...TAKES_PICTURE,
  }),
  chooseCourseCover: endpoint({
    method: 'PUT',
    path: 'admin/courses/{id}/cover/chosen',
    summary: 'Sets the cover to a picture of the media library, cut around its focus point.',
    audience: { right: 'courses.change' },
    input: ById.extend({ mediaId: Id }),
    output: Saved.extend({ cover: z.string() }),
    problems: ['courseNotFound', 'mediaNotFound'],
  }),
  confirmEnglish: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: { right: 'courses.change' },
    input: ById.extend({ version: Version, paths: EnglishPaths }),
    output: Saved,
    problems: EDIT_PROBLEMS,
  }),
  duplicateCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/duplicate',
    summary: 'Adds a course with the same texts, without runs and reviews, that visitors do not see yet.',
    audience: { right: 'courses.change' },
    input: ById,
    output: Saved,
    problems: ['courseNotFound'],
    creates: true,
    status: 201,
  }),
  publishCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/publish',
    summary: 'Shows a course to visitors, now or at a later time.',
    audience: { right: 'courses.change' },
    input: ById.extend({ at: optional(Instant) }),
    output: Saved.extend({ state: RecordState }),
    problems: ['courseNotFound', 'courseIncomplete', 'courseArchived', 'priceUndecided'],
  }),
  unpublishCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/unpublish',
    summary: 'Takes a course from the site. Paid orders stay; what is paid for an open one afterwards is sent back.',
    audience: { right: 'courses.change' },
    input: ById.extend({
      /** How many orders that wait for their payment the person knows of: more are refused. */
      openOrders: optional(WholeNumber.pipe(z.number().min(0, 'number'))).transform((count) => count ?? 0),
    }),
    output: Saved,
    problems: ['courseNotFound', 'ordersOpen'],
  }),
  archiveCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/archive',
    summary: 'Takes a course from the site and from the list of those that are worked on.',
    audience: { right: 'courses.change' },
    input: ById.extend({ openOrders: optional(WholeNumber).transform((count) => count ?? 0) }),
    output: Saved,
    problems: ['courseNotFound', 'ordersOpen'],
  }),
  unarchiveCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/unarchive',
    summary: 'Brings an archived course back, unpublished.',
    audience: { right: 'courses.change' },
    input: ById,
    output: Saved,
    problems: ['courseNotFound'],
  }),
  undoCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/undo',
    summary: 'Undoes the last publishing, unpublishing or archiving of a course, within ten minutes.',
    audience: { right: 'courses.change' },
    input: ById.extend({ version: Version }),
    output: Saved,
    problems: ['courseNotFound', 'changedMeanwhile', 'nothingToUndo'],
  }),
  publishCourses: endpoint({
    method: 'POST',
    path: 'admin/courses/bulk',
    summary: 'Publishes, unpublishes or archives courses, each on its own, and says of each how it went.',
    audience: { right: 'courses.change' },
    input: z
      .object({
        ids: Chosen(Id).optional(),
        matching: Filter.extend(Counted.shape).optional(),
        /** `undo`: what the person did last with each, within ten minutes. */
        action: z.enum(COURSE_COMMANDS, 'invalid'),
      })
      .refine(({ ids, matching }) => matching || ids?.length, { message: 'chooseRows', path: ['ids'] }),
    problems: ['previewStale'],
    output: z.object({ rows: z.array(BulkOutcome.extend({ id: z.int() })) }),
  }),
  saveCourseDraft: endpoint({
    method: 'PUT',
    path: 'admin/courses/{id}/draft',
    summary: 'Keeps changes that visitors do not see yet, in place of those that were read or beside others.',
    audience: { right: 'courses.change' },
    input: ById.extend(EditOf(COURSE_FIELDS).shape).extend({
      /** Of the draft that was read, which they replace. To another draft they are added. */
      draftVersion: optional(Version),
    }),
    output: SavedDraft,
    problems: EDIT_PROBLEMS,
    bodyLimit: 500_000,
  }),
  publishCourseDraft: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/draft/publish',
    summary: 'Writes the changes of the draft into the course.',
    audience: { right: 'courses.change' },
    input: ById,
    output: Saved,
    problems: ['courseNotFound', 'changedMeanwhile', 'noDraft'],
  }),
  scheduleCourseDraft: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/draft/schedule',
    summary: 'Publishes the draft of a course at a later time; without a time, no longer.',
    audience: { right: 'courses.change' },
    input: ById.extend({ at: optional(Instant) }),
    output: z.object({ publishAt: Instant.nullable() }),
    problems: ['courseNotFound', 'noDraft'],
  }),
  coursePreview: endpoint({
    method: 'GET',
    path: 'Courses/preview',
    summary: 'The course of a signed address, with its draft, as visitors will see it.',
    audience: 'everyone',
    input: z.object({ token: PreviewToken }),
    output: CourseDetails,
    problems: ['courseNotFound'],
  }),
  discardCourseDraft: endpoint({
    method: 'DELETE',
    path: 'admin/courses/{id}/draft',
    summary: 'Throws the draft of a course away; for 30 days it can be taken back.',
    audience: { right: 'courses.change' },
    input: ById,
    output: z.object({}),
    problems: ['courseNotFound', 'noDraft'],
  }),
  restoreCourseDraft: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/draft/restore',
    summary: 'Takes back the draft of a course that was thrown away last.',
    audience: { right: 'courses.change' },
    input: ById,
    output: SavedDraft,
    problems: ['courseNotFound', 'changedMeanwhile', 'noDraft'],
  }),
  previewCourse: endpoint({
    method: 'GET',
    path: 'admin/courses/{id}/preview',
    summary: 'A signed address that shows the page of a course with its draft, to whoever has it, for a day.',
    audience: { right: 'courses.view' },
    input: ById,
    output: z.object({
      address: z.string(),
      /** The pictures that social networks will show, for as long. */
      sharePictures: z.object({ ar: z.string(), en: z.string() }),
      until: Instant,
    }),
    problems: ['courseNotFound'],
  }),
  courseRevisions: endpoint({
    method: 'GET',
    path: 'admin/courses/{id}/revisions',
    summary: 'What was done to a course, the newest first.',
    audience: { right: 'courses.view' },
    input: ById.extend({ cursor: Cursor, limit: PageLimit }),
    output: History,
    problems: ['courseNotFound'],
  }),
  compareCourse: endpoint({
    method: 'GET',
    path: 'admin/courses/{id}/compare',
    summary: 'The fields that differ between two revisions of a course.',
    audience: { right: 'courses.view' },
    input: ById.extend({ from: Version, to: Version }),
    output: Differences,
    problems: ['courseNotFound'],
  }),
  restoreCourse: endpoint({
    method: 'POST',
    path: 'admin/courses/{id}/restore',
    summary: 'Writes the texts of an earlier revision into the course again; prices stay.',
    audience: { right: 'courses.change' },
    input: ById.extend({ revision: Version }),
    output: Saved,
    problems: ['courseNotFound'],
  }),
}
