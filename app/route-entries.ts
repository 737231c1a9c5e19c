/**
 * The entries of the route files. React Router's own functions come with its build tools, which an installation that
 * serves does not have: its commands read the addresses of the pages, too.
 */
import type { RouteConfigEntry } from '@react-router/dev/routes'

/** A page, with the pages that stand inside it. @param file its module, from the folder of the application */
export function route(path: string, file: string, children?: RouteConfigEntry[]): RouteConfigEntry {
  return { path, file, ...(children ? { children } : {}) }
}

/** The page at the address of the entry around it. */
export const index = (file: string): RouteConfigEntry => ({ index: true, file })
