/** Branches of the institute: where they are, and when they are open. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Text } from '../../api/fields.ts'
import { EnglishPaths, Version } from '../revisions/records-contract.ts'
import { Coordinates } from './coordinates.ts'

const blank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
const isBlankText = (value: unknown) =>
  blank(value) || (typeof value === 'object' && value !== null && Object.values(value).every(blank))
const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isBlankText(value) ? null : value), schema.nullable())

const Both = (max: number) => z.object({ ar: Text(max), en: Text(max) })

const fields = {
  name: Both(80),
  address: Both(300),
  /** Its place on a map of another site. */
  map: orNull(Text(500).pipe(z.url({ protocol: /^https$/, error: 'url' }))),
  /** Its place on the map of the page. */
  coordinates: orNull(Text(60).pipe(Coordinates)),
  phone: orNull(Text(25).pipe(z.string().regex(/^\+?[\d\s()-]{5,25}$/, 'invalid'))),
  hours: orNull(Both(200)),
  hidden: z.preprocess((value) => value === true || value === 'true' || value === 'on', z.boolean()),
}

const Words = z.object({ ar: z.string(), en: z.string() })
const DeskBranch = z.object({
  key: z.string(),
  name: Words,
  address: Words,
  map: z.string().nullable(),
  coordinates: z.string().nullable(),
  phone: z.string().nullable(),
  hours: Words.nullable(),
  hidden: z.boolean(),
})
export type DeskBranch = z.output<typeof DeskBranch>

const Branch = z.object({
  key: z.string(),
  name: z.string(),
  address: z.string(),
  map: z.string().nullable(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  phone: z.string().nullable(),
  hours: z.string().nullable(),
})
export type Branch = z.output<typeof Branch>

const CHANGE = { right: 'pages.change' } as const
const Key = z.string().regex(/^[a-z0-9-]{1,60}$/, 'invalid')
const Done = z.object({})

export const branchesEndpoints = {
  shownBranches: endpoint({
    method: 'GET',
    path: 'Pages/branches',
    summary: 'The branches of the institute.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['institute', 'pages'],
    input: z.object({}),
    output: z.array(Branch),
  }),
  branches: endpoint({
    method: 'GET',
    path: 'admin/branches',
    summary: 'The branches in the order of the site, with those that visitors do not see.',
    audience: { right: 'pages.view' },
    input: z.object({}),
    output: z.object({ version: z.int(), branches: z.array(DeskBranch) }),
  }),
  addBranch: endpoint({
    method: 'POST',
    path: 'admin/branches',
    summary: 'Adds a branch after the others.',
    audience: CHANGE,
    input: z.object(fields),
    output: z.object({ key: z.string() }),
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  changeBranch: endpoint({
    method: 'POST',
    path: 'admin/branches/{key}',
    summary: 'Changes a branch.',
    audience: CHANGE,
    input: EditOf(fields).extend({ key: Key }),
    output: Done,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  confirmBranchEnglish: endpoint({
    method: 'POST',
    path: 'admin/branches/{key}/confirm-english',
    summary: 'Says that English texts of a branch are right for the present Arabic.',
    audience: CHANGE,
    input: z.object({ key: Key, version: Version, paths: EnglishPaths }),
    output: Done,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  moveBranch: endpoint({
    method: 'POST',
    path: 'admin/branches/{key}/move',
    summary: 'Moves a branch one place up or down.',
    audience: CHANGE,
    input: z.object({ key: Key, direction: z.enum(['up', 'down'], 'invalid') }),
    output: Done,
    problems: ['notFound'],
  }),
  removeBranch: endpoint({
    method: 'POST',
    path: 'admin/branches/{key}/remove',
    summary: 'Deletes a branch.',
    audience: CHANGE,
    input: z.object({ key: Key }),
    output: Done,
    problems: ['notFound'],
  }),
}
