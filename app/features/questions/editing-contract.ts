/** The frequently asked questions, as staff write, order and hide them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Flag, Id, optional, Text } from '../../api/fields.ts'
import { EnglishPaths, EnglishStates, Instant, Version, Written } from '../revisions/records-contract.ts'

const Words = (max: number) =>
  z.object({
    ar: Text(max),
    en: z.preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      Text(max).optional(),
    ),
  })

const GroupKey = Text(100)
const Direction = z.enum(['up', 'down'], 'invalid')
const fields = {
  question: Words(300),
  answer: Words(5000),
  group: GroupKey,
  hidden: z.preprocess((value) => value === true || value === 'true' || value === 'on', z.boolean()),
}

const Question = z.object({
  id: z.int(),
  version: z.int(),
  group: z.string(),
  question: Written,
  answer: Written,
  hidden: z.boolean(),
  english: EnglishStates,
  /** Until when the caller can undo their last change; null when they cannot. */
  undoUntil: Instant.nullable(),
})

const Group = z.object({
  key: z.string(),
  version: z.int(),
  title: Written,
  english: EnglishStates,
  /** All of them, also where a filter shows fewer. */
  count: z.int(),
  questions: z.array(
    z.object({ id: z.int(), question: Written, hidden: z.boolean(), missing: z.int(), stale: z.int() }),
  ),
})

const CHANGE = { right: 'pages.change' } as const
const Done = z.object({})

export const questionEditingEndpoints = {
  questionGroups: endpoint({
    method: 'GET',
    path: 'admin/questions',
    summary: 'The questions in their groups, in the order of the site, with those that visitors do not see.',
    audience: { right: 'pages.view' },
    input: z.object({
      query: optional(Text(200)),
      state: optional(z.enum(['shown', 'hidden', 'missing', 'stale'], 'invalid')),
    }),
    output: z.array(Group),
  }),
  editedQuestion: endpoint({
    method: 'GET',
    path: 'admin/questions/{id}',
    summary: 'A question with its answer.',
    audience: { right: 'pages.view' },
    input: z.object({ id: Id }),
    output: Question,
    problems: ['notFound'],
  }),
  addQuestion: endpoint({
    method: 'POST',
    path: 'admin/questions',
    summary: 'Adds a question at the end of its group.',
    audience: CHANGE,
    input: z.object({ ...fields, hidden: Flag.transform((value) => value ?? false) }),
    output: Question,
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  changeQuestion: endpoint({
    method: 'POST',
    path: 'admin/questions/{id}',
    summary: 'Changes a question; one that changes its group goes to the end of the other.',
    audience: CHANGE,
    input: EditOf(fields).extend({ id: Id }),
    output: Question,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  undoQuestion: endpoint({
    method: 'POST',
    path: 'admin/questions/{id}/undo',
    summary: 'Undoes the caller’s last change of a question, for ten minutes and where nothing was changed since.',
    audience: CHANGE,
    input: z.object({ id: Id }),
    output: Question,
    problems: ['notFound', 'nothingToUndo'],
  }),
  confirmQuestionEnglish: endpoint({
    method: 'POST',
    path: 'admin/questions/{id}/confirm-english',
    summary: 'Says that English texts are right for the present Arabic.',
    audience: CHANGE,
    input: z.object({ id: Id, version: Version, paths: EnglishPaths }),
    output: Question,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  moveQuestion: endpoint({
    method: 'POST',
    path: 'admin/questions/{id}/move',
    summary: 'Moves a question one place up or down within its group.',
    audience: CHANGE,
    input: z.object({ id: Id, direction: Direction }),
    output: Done,
    problems: ['notFound'],
  }),
  removeQuestion: endpoint({
    method: 'POST',
    path: 'admin/questions/{id}/remove',
    summary: 'Deletes a question.',
    audience: CHANGE,
    input: z.object({ id: Id }),
    output: Done,
    problems: ['notFound'],
  }),
  addQuestionGroup: endpoint({
    method: 'POST',
    path: 'admin/question-groups',
    summary: 'Adds a group of questions at the end; visitors see it once it has a question.',
    audience: CHANGE,
    input: z.object({ title: Words(100) }),
    output: z.object({ key: z.string() }),
    creates: true,
    status: 201,
  }),
  changeQuestionGroup: endpoint({
    method: 'POST',
    path: 'admin/question-groups/{key}',
    summary: 'Changes the title of a group.',
    audience: CHANGE,
    input: EditOf({ title: Words(100) }).extend({ key: GroupKey }),
    output: Done,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  confirmQuestionGroupEnglish: endpoint({
    method: 'POST',
    path: 'admin/question-groups/{key}/confirm-english',
    summary: 'Says that the English title of a group is right for the present Arabic.',
    audience: CHANGE,
    input: z.object({ key: GroupKey, version: Version, paths: EnglishPaths }),
    output: Done,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  moveQuestionGroup: endpoint({
    method: 'POST',
    path: 'admin/question-groups/{key}/move',
    summary: 'Moves a group one place up or down.',
    audience: CHANGE,
    input: z.object({ key: GroupKey, direction: Direction }),
    output: Done,
    problems: ['notFound'],
  }),
  removeQuestionGroup: endpoint({
    method: 'POST',
    path: 'admin/question-groups/{key}/remove',
    summary: 'Deletes a group without questions.',
    audience: CHANGE,
    input: z.object({ key: GroupKey }),
    output: Done,
    problems: ['notFound', 'questionGroupNotEmpty'],
  }),
}
