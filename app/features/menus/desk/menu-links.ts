/** Menus as the pages of the desk read them, and as the call takes them. */
import { data } from 'react-router'
import type { DeskError } from '../../../desk/desk-page.ts'
import type { DeskMenu, MenuLink } from '../contract.ts'

/** Without the name that a link has of itself. */
export const linkOf = ({ to, label, hidden }: MenuLink): MenuLink => ({ to, label, hidden })

export const linksOf = ({ links }: DeskMenu): MenuLink[] => links.map(linkOf)

export function menuAt(menus: DeskMenu[], place: string | undefined): DeskMenu {
  const menu = menus.find((one) => one.place === place)
  if (!menu) throw data<DeskError>({ code: 'notFound', message: '' }, { status: 404 })
  return menu
}

/** The list with the link to this place one further up or down, if there is such a place. */
export function moved(links: MenuLink[], to: string, direction: 'up' | 'down'): MenuLink[] {
  const at = links.findIndex((one) => one.to === to)
  const other = at + (direction === 'up' ? -1 : 1)
  if (at < 0 || !links[other]) return links
  return links.map((one, place) => (place === at ? links[other]! : place === other ? links[at]! : one))
}
