/** The list of words and links that hold a text for review. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, Text } from '../../api/fields.ts'

const FilterKind = z.enum(['word', 'link'], 'invalid')
const DECIDES = { right: 'moderation.decide' } as const

export const filterEndpoints = {
  filters: endpoint({
    method: 'GET',
    path: 'admin/moderation-filters',
    summary: 'The words and links that hold new and changed texts of members for review, by kind and value.',
    audience: DECIDES,
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.int(),
        kind: FilterKind,
        value: z.string(),
        addedBy: z.string().optional(),
        addedAt: z.iso.datetime(),
      }),
    ),
  }),
  addFilter: endpoint({
    method: 'POST',
    path: 'admin/moderation-filters',
    summary:
      'Adds a word, which is found in any spelling and with Arabic prefixes, or the host of a link, with its subdomains.',
    audience: DECIDES,
    input: z.object({ kind: FilterKind, value: Text(100) }),
    output: z.object({ id: z.int() }),
    problems: ['filterFull', 'filterKnown'],
    creates: true,
    status: 201,
  }),
  removeFilter: endpoint({
    method: 'DELETE',
    path: 'admin/moderation-filters/{id}',
    summary: 'Takes a word or a link off the list; texts that it holds stay held.',
    audience: DECIDES,
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
}
