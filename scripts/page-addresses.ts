/** The path of every page that content may link to, without the language. */
import { POLICIES } from '../app/links.ts'
import routes from '../app/routes.ts'

export function pageAddresses(): string[] {
  const site = routes.find(({ path }) => path === ':lang')
  const paths = (site?.children ?? []).map((page) => page.path ?? '')
  const policies = Object.keys(POLICIES)
  return paths.flatMap((path) => (path === ':policy' ? policies : [path])).map((path) => `/${path.replaceAll('?', '')}`)
}
