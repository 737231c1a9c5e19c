/** The path of every page that content may link to, without the language. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { POLICIES } from '../app/links.ts'
import routes from '../app/routes.ts'

export function pageAddresses(): string[] {
  const site = routes.find(({ path }) => path === ':lang')
  const policies = Object.keys(POLICIES)
  return pathsOf(site?.children ?? [])
    .flatMap((path) => (path === ':policy' ? policies : [path]))
    .map((path) => `/${path.replaceAll('?', '')}`)
}

/** The paths of the pages and of the pages inside them. */
function pathsOf(pages: RouteConfigEntry[], parent = ''): string[] {
  return pages.flatMap(({ path, children = [] }) => {
    const own = [parent, path].filter(Boolean).join('/')
    return [own, ...pathsOf(children, own)]
  })
}
