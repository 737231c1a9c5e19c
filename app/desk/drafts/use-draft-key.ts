import { useLocation, useRouteLoaderData } from 'react-router'
import type { Me } from '../frame/me.ts'
import { draftKey } from './draft-store.ts'

/** Where the entries of a form are stored, for the person who is signed in. */
export function useDraftKey(...place: string[]): string {
  const frame = useRouteLoaderData('layout') as { me: Me } | undefined
  return draftKey(frame?.me.id, place.filter(Boolean).join('#'))
}

/** The same for a form of this page, in any language. */
export function usePageDraftKey(name: string): string {
  const { pathname } = useLocation()
  return useDraftKey(pathname.replace(/^\/\w+\/desk\/?/, ''), name)
}
