/** Views of the desk's lists: filters, search, sort and columns under a name. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Flag, Id, Text } from '../../api/fields.ts'
import { VIEW_LISTS, type ViewList } from './view-lists.ts'

const MAX_FIELDS = 20

const List = z.enum(Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]], 'invalid')
const Name = Text(60)
/** The fields of the list's address. Values that a list no longer knows are left out when the view is opened. */
const Query = z
  .record(z.string().regex(/^[a-zA-Z]{1,40}$/, 'invalid'), z.string().max(200, 'tooLong:200'))
  .refine((query) => Object.keys(query).length <= MAX_FIELDS, 'invalid')

const SavedView = z.object({
  id: z.int(),
  list: List,
  name: z.string(),
  query: z.record(z.string(), z.string()),
  /** Seen by everybody who may open the list. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** The list opens in it for the caller. */
  isDefault: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

const audience = { right: 'desk.open' } as const

export const savedViewsEndpoints = {
  savedViews: endpoint({
    method: 'GET',
    path: 'admin/views',
    summary: "The caller's views, and the shared ones of the lists that they may open.",
    audience,
    input: z.object({}),
    output: z.object({ views: z.array(SavedView), mayShare: z.boolean() }),
  }),
  saveView: endpoint({
    method: 'POST',
    path: 'admin/views',
    summary: 'Keeps the filters of a list under a name; for everybody by those who may share views.',
    audience,
    input: z.object({ list: List, name: Name, query: Query, isShared: Flag }),
    output: z.object({ id: z.int() }),
    problems: ['forbidden', 'nameTaken', 'tooManyViews'],
  }),
  changeView: endpoint({
    method: 'PATCH',
    path: 'admin/views/{id}',
    summary: 'Renames a view, shares it, or makes it the one in which the list opens for the caller.',
    audience,
    input: z.object({ id: Id, name: Name.optional(), isShared: Flag, isDefault: Flag }),
    output: z.object({}),
    problems: ['forbidden', 'notFound', 'nameTaken'],
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: 'admin/views/{id}',
    summary: "Deletes one of the caller's views, or a shared one by those who may share views.",
    audience,
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['forbidden', 'notFound'],
  }),
}
