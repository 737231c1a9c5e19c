/** Links of the institute's texts that lead nowhere, within the site and to others. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, Id, optional, PageLimit } from '../../api/fields.ts'
import { Written } from '../revisions/records-contract.ts'
import { LINK_REASONS, LINK_STATES, LINKING_KINDS } from './link-states.ts'

const Kind = z.enum(LINKING_KINDS, 'invalid')
const State = z.enum(LINK_STATES, 'invalid')
const Where = z.enum(['inside', 'outside'], 'invalid')

const DeadLink = z.object({
  id: z.int(),
  kind: Kind,
  /** The id of the record, or its key where it has none. */
  record: z.string(),
  name: Written,
  /** Where the link stands in the record: `sections.0.body`. */
  path: z.string(),
  /** Of the text; `both` where a link is no part of a text. */
  lang: z.enum(['ar', 'en', 'both']),
  url: z.string(),
  isOutside: z.boolean(),
  state: State,
  reason: z.enum(LINK_REASONS).nullable(),
  /** What the other site answered. */
  status: z.int().nullable(),
  foundAt: z.string(),
  /** Null while another site was not asked. */
  checkedAt: z.string().nullable(),
  /** Somebody asked for it, and the answer is not there yet. */
  isBeingChecked: z.boolean(),
})
export type DeadLink = z.output<typeof DeadLink>

export const deadLinksEndpoints = {
  deadLinks: endpoint({
    method: 'GET',
    path: 'admin/dead-links',
    summary:
      'Links of the institute’s texts that lead nowhere, by record: within the site, and to other sites that failed on two days. Also those that failed once, that said neither yes nor no, and that were not asked. Counted up to 10,000.',
    audience: { right: 'translations.view' },
    input: z.object({
      kind: optional(Kind),
      where: optional(Where),
      state: optional(State),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: z.object({
      items: z.array(DeadLink),
      next: z.string().nullable(),
      counts: z.array(z.object({ kind: Kind, where: Where, state: State, count: z.int() })),
      /** When texts were last searched for links; null before the first night. */
      searchedAt: z.string().nullable(),
    }),
  }),
  checkAgain: endpoint({
    method: 'POST',
    path: 'admin/dead-links/:id/check',
    summary:
      'Reads the text of a link again, and asks where the link leads, another site at most once a minute. The answer stands in the list a moment later.',
    audience: { right: 'search.manage' },
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
}
