/** Partners and clients of the institute, as staff write, order and hide them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Id, Text } from '../../api/fields.ts'
import { EnglishPaths, EnglishStates, Version, Written } from '../revisions/records-contract.ts'
import { ORGANISATION_KINDS } from './kinds.ts'

const blank = (text: unknown) => typeof text === 'string' && text.trim() === ''

const fields = {
  name: z.object({
    ar: Text(120),
    en: z.preprocess((text) => (blank(text) ? undefined : text), Text(120).optional()),
  }),
  /** The address of its site. */
  link: z.preprocess(
    (text) => (blank(text) ? null : text),
    Text(500)
      .pipe(z.url({ protocol: /^https?$/, error: 'invalid' }))
      .nullable(),
  ),
}
const hidden = z.preprocess((value) => value === true || value === 'true' || value === 'on', z.boolean())

const Organisation = z.object({
  id: z.int(),
  kind: z.enum(ORGANISATION_KINDS),
  version: z.int(),
  name: Written,
  /** Null while none was chosen. */
  logo: z.string().nullable(),
  link: z.string().nullable(),
  hidden: z.boolean(),
  english: EnglishStates,
})
export type DeskOrganisation = z.output<typeof Organisation>

const CHANGE = { right: 'pages.change' } as const
const Done = z.object({})

export const organisationsEndpoints = {
  organisations: endpoint({
    method: 'GET',
    path: 'admin/organisations',
    summary: 'Partners and clients in the order of the site, with those that visitors do not see.',
    audience: { right: 'pages.view' },
    input: z.object({}),
    output: z.array(Organisation),
  }),
  addOrganisation: endpoint({
    method: 'POST',
    path: 'admin/organisations',
    summary: 'Adds a partner or a client, hidden until it has a logo and is shown.',
    audience: CHANGE,
    input: z.object({ kind: z.enum(ORGANISATION_KINDS, 'invalid'), ...fields }),
    output: Organisation,
    creates: true,
    status: 201,
  }),
  changeOrganisation: endpoint({
    method: 'POST',
    path: 'admin/organisations/{id}',
    summary: 'Changes a partner or a client. Without a logo it stays hidden.',
    audience: CHANGE,
    input: EditOf({ ...fields, hidden }).extend({ id: Id }),
    output: Organisation,
    problems: ['notFound', 'changedMeanwhile', 'logoMissing'],
  }),
  chooseOrganisationLogo: endpoint({
    method: 'PUT',
    path: 'admin/organisations/{id}/logo',
    summary: 'Sets the logo to a picture or drawing of the media library, shown whole.',
    audience: CHANGE,
    input: z.object({ id: Id, mediaId: Id }),
    output: Organisation,
    problems: ['notFound', 'mediaNotFound'],
  }),
  confirmOrganisationEnglish: endpoint({
    method: 'POST',
    path: 'admin/organisations/{id}/confirm-english',
    summary: 'Says that the English name is right for the present Arabic.',
    audience: CHANGE,
    input: z.object({ id: Id, version: Version, paths: EnglishPaths }),
    output: Organisation,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  moveOrganisation: endpoint({
    method: 'POST',
    path: 'admin/organisations/{id}/move',
    summary: 'Moves a partner or a client one place up or down among its like.',
    audience: CHANGE,
    input: z.object({ id: Id, direction: z.enum(['up', 'down'], 'invalid') }),
    output: Done,
    problems: ['notFound'],
  }),
  removeOrganisation: endpoint({
    method: 'POST',
    path: 'admin/organisations/{id}/remove',
    summary: 'Deletes a partner or a client; its logo stays in the media library.',
    audience: CHANGE,
    input: z.object({ id: Id }),
    output: Done,
    problems: ['notFound'],
  }),
}
