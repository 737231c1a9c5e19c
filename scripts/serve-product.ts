/** `npm start` with the programs and builds that it is given: the sources, or in a prepared release what they are bundled into. */
import { readSettings } from '../app/platform/settings.server.ts'
import { StartRefused } from '../app/platform/start-refused.ts'
import { build, isUpToDate as isBuilt } from './build.ts'
import { serveUntilEnded } from './serve.ts'

const NOT_PREPARED = 'This version is not built. Run `npm run prepare-release` first, as the user who owns the folder.'

export type Programs = {
  /** Of the processes that serve beside this one. */
  worker: string
  /** The servers' modules of the front ends; by default the builds themselves. */
  builds?: { site: string; desk: string }
  /** Whether they were made of the sources that are here. */
  isUpToDate?: () => boolean
}

/** Builds when the sources changed, then serves until it is stopped. */
export async function serveProduct({ worker, builds, isUpToDate = isBuilt }: Programs): Promise<void> {
  // Otherwise React loads its development build, which is about 50 % slower.
  process.env.NODE_ENV ??= 'production'
  await serveUntilEnded(async () => {
    const settings = readSettings(process.env)
    if (process.env.MAAHAD_PREPARED === '1' && !isUpToDate()) throw new StartRefused(NOT_PREPARED)
    await build()
    const { startServer } = await import('../server.ts')
    const { BUILT_FILES, builtPages } = await import('../app/composition/built-pages.server.ts')
    return {
      settings,
      running: await startServer(settings, await builtPages(builds), {
        sandboxIdentity: true,
        // A database of the operator's own gets the content only.
        fillsDemonstration: settings.databaseUrl === undefined,
        workerScript: worker,
        assetFolders: BUILT_FILES,
      }),
    }
  })
}
