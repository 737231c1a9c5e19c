import { useRouteLoaderData } from 'react-router'
import type { SavedView } from '../features/saved-views/contract.ts'
import { viewQuery } from '../features/saved-views/view-lists.ts'
import type { Lang } from '../locales/lang.ts'
import { pageAddressOf } from '../platform/page-address.ts'
import { deskLink } from './desk-links.ts'

/** The saved views of a list, and whether the person may share theirs: the frame of the desk has read them. */
export function useViews(list: string): { views: SavedView[]; mayShare: boolean } {
  const frame = useRouteLoaderData('layout') as { views: SavedView[]; mayShare: boolean } | undefined
  return { views: frame?.views.filter((view) => view.list === list) ?? [], mayShare: frame?.mayShare ?? false }
}

/** The fields of the address that opens a view; one without filters says so, or the default view would open. */
export function addressOf({ query }: Pick<SavedView, 'query'>): Record<string, string> {
  return Object.keys(query).length > 0 ? query : ALL
}

/** A list that is opened without filters opens in the view that the person chose for it. */
export function defaultView(views: readonly SavedView[], request: Request, lang: Lang): string | undefined {
  const { pathname, search } = pageAddressOf(request)
  if (search !== '') return undefined
  const view = views.find(({ isDefault, list }) => isDefault && pathname === deskLink(lang, list))
  return view && deskLink(lang, view.list, addressOf(view))
}

/** The list without any filter, also for whom it opens in a view. */
export const ALL = { view: 'all' }

/** Whether an address shows this view. */
export function isShown({ query }: Pick<SavedView, 'query'>, address: Record<string, string>): boolean {
  const shown = viewQuery(address)
  const names = Object.keys({ ...query, ...shown })
  return names.every((name) => query[name] === shown[name])
}
