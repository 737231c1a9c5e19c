/** The links of header and footer, as staff choose and order them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { SiteLink, Text } from '../../api/fields.ts'
import { EnglishPaths, Version } from '../revisions/records-contract.ts'
import { MAX_LINKS, MENU_PLACES } from './places.ts'

const blank = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.values(value).every((text) => typeof text === 'string' && text.trim() === ''))

const Label = z.object({ ar: Text(40), en: Text(40) })

const MenuLink = z.object({
  /** A page's path, `field:` with the key of a specialization, or an address. */
  to: z.union([z.string().regex(/^field:[a-z0-9-]{1,60}$/), SiteLink], 'url'),
  /** Null for the page's or the specialization's own name. */
  label: z.preprocess((value) => (blank(value) ? null : value), Label.nullable()),
  hidden: z.boolean(),
})
export type MenuLink = z.output<typeof MenuLink>

const Name = z.object({ ar: z.string(), en: z.string() })

const Menu = z.object({
  place: z.enum(MENU_PLACES),
  /** While nobody has chosen, the links are the usual ones. */
  isUsual: z.boolean(),
  links: z.array(
    z.object({
      to: z.string(),
      /** Its English is empty where nobody has written it. */
      label: Name.nullable(),
      hidden: z.boolean(),
      name: Name.nullable(),
    }),
  ),
})
export type DeskMenu = z.output<typeof Menu>

export const menusEndpoints = {
  menus: endpoint({
    method: 'GET',
    path: 'admin/menus',
    summary: 'The links of header and footer, with those that visitors do not see, and what a link can lead to.',
    audience: { right: 'pages.view' },
    input: z.object({}),
    output: z.object({
      /** Of the institute, whose part they are. */
      version: z.int(),
      menus: z.array(Menu),
      pages: z.array(z.object({ to: z.string(), name: Name })),
      specializations: z.array(z.object({ to: z.string(), name: Name })),
    }),
  }),
  changeMenu: endpoint({
    method: 'PUT',
    path: 'admin/menus/{place}',
    summary: 'Sets the links of a menu in their order; without links it is the usual one again.',
    audience: { right: 'pages.change' },
    input: z.object({
      place: z.enum(MENU_PLACES, 'invalid'),
      /** The links that the author read. */
      from: z.json(),
      links: z.array(MenuLink).max(MAX_LINKS, `tooManyRows:${MAX_LINKS}`).nullable(),
    }),
    output: z.object({}),
    problems: ['notFound', 'changedMeanwhile'],
  }),
  confirmMenuEnglish: endpoint({
    method: 'POST',
    path: 'admin/menus/{place}/confirm-english',
    summary: 'Says that English words of links are right for the present Arabic.',
    audience: { right: 'pages.change' },
    input: z.object({ place: z.enum(MENU_PLACES, 'invalid'), version: Version, paths: EnglishPaths }),
    output: z.object({}),
    problems: ['notFound', 'changedMeanwhile'],
  }),
}
