import { useRouteLoaderData } from 'react-router'
import type { SavedView } from '../features/saved-views/contract.ts'
import { viewQuery } from '../features/saved-views/view-lists.ts'

/** The saved views of a list, and whether the person may share theirs: the frame of the desk has read them. */
export function useViews(list: string): { views: SavedView[]; mayShare: boolean } {
  const frame = useRouteLoaderData('layout') as { views: SavedView[]; mayShare: boolean } | undefined
  return { views: frame?.views.filter((view) => view.list === list) ?? [], mayShare: frame?.mayShare ?? false }
}

/** The fields of the address that opens a view; one without filters says so, or the default view would open. */
export function addressOf({ query }: Pick<SavedView, 'query'>): Record<string, string> {
  return Object.keys(query).length > 0 ? query : ALL
}

/** The list without any filter, also for whom it opens in a view. */
export const ALL = { view: 'all' }

/** Whether an address shows this view. */
export function isShown({ query }: Pick<SavedView, 'query'>, address: Record<string, string>): boolean {
  const shown = viewQuery(address)
  const names = Object.keys({ ...query, ...shown })
  return names.every((name) => query[name] === shown[name])
}
