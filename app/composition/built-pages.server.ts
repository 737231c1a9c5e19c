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

/** The desk is loaded by its first request: processes that nobody opens it in do without its memory. @throws when there is no build */
export async function builtPages(): Promise<PageHandler> {
  if (!isBuilt()) throw new Error('The front ends are not built.')
  let desk: Promise<PageHandler> | undefined
  const onDesk: PageHandler = async (request, page) => {
    desk ??= load(BUILDS.desk)
    return (await desk)(request, page)
  }
  return bothApplications(await load(BUILDS.site), onDesk)
}

export function bothApplications(site: PageHandler, desk: PageHandler): PageHandler {
  return (request, page) => (isDeskPath(new URL(request.url).pathname) ? desk : site)(request, page)
}

async function load(build: string): Promise<PageHandler> {
  const { entry, ...rest } = await import(/* @vite-ignore */ build)
  return entry.module.createPageHandler({ entry, ...rest }, 'production')
}
