/** The built front ends: the site, and the desk. Each has its own copy of the router and is asked for its own pages. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeskPath } from '../desk/desk-path.ts'
import type { PageHandler } from '../page-handler.server.tsx'

const ROOT = join(import.meta.dirname, '..', '..', 'build')
const BUILDS = { site: join(ROOT, 'server', 'index.js'), desk: join(ROOT, 'desk', 'server', 'index.js') }
/** The folders of the files that browsers load. */
export const BUILT_FILES = [join(ROOT, 'client'), join(ROOT, 'desk', 'client')]

export const isBuilt = () => Object.values(BUILDS).every(existsSync)

/**
 * The desk is loaded by its first request: processes that nobody opens it in do without its memory.
 * @param builds the servers' modules of the front ends
 * @throws when there is no build
 */
export async function builtPages(builds = BUILDS): Promise<PageHandler> {
  if (!isBuilt()) throw new Error('The front ends are not built.')
  let loading: Promise<PageHandler> | undefined
  let desk: PageHandler | undefined
  const onDesk = async (...[request, page]: Parameters<PageHandler>) => {
    loading ??= load(builds.desk)
    desk = await loading
    return desk(request, page)
  }
  const addresses = () => desk?.addresses?.() ?? []
  return bothApplications(await load(builds.site), Object.assign(onDesk, { addresses }))
}

export function bothApplications(site: PageHandler, desk: PageHandler): PageHandler {
  return Object.assign(
    (...[request, page]: Parameters<PageHandler>) =>
      (isDeskPath(new URL(request.url).pathname) ? desk : site)(request, page),
    { addresses: () => [site, desk].flatMap(({ addresses }) => addresses?.() ?? []) },
  )
}

async function load(build: string): Promise<PageHandler> {
  const { entry, ...rest } = await import(/* @vite-ignore */ build)
  return entry.module.createPageHandler({ entry, ...rest }, 'production')
}
