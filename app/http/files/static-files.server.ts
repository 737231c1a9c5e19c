/** Files that never change under their address: those of the build, and the pictures and films of the content. */
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { StoragePort } from '../../adapters/storage/port.ts'
import { sendStored } from '../stored-response.server.ts'
import { mediaPolicy, mediaTypeOf } from './media-types.ts'

const UNCHANGING = 'public, max-age=31536000, immutable'

/**
 * The files of the builds: browsers keep those with a hash in their name for a year, the others for an hour.
 * @param ofOtherBuild answers for a file that another version has, or had
 */
export function builtFiles(
  folders: readonly string[],
  ofOtherBuild: (c: Context) => Promise<Response>,
): MiddlewareHandler {
  const served = folders.map((root) => ({
    files: filesOf(root),
    serve: serveStatic({
      root,
      precompressed: true,
      onFound: (path, c) => {
        const hashed = path.includes(`${join(root, 'assets')}/`) || /\/assets\//.test(path)
        c.header('Cache-Control', hashed ? UNCHANGING : 'public, max-age=3600')
      },
    }),
  }))
  return async (c, next) => {
    const folder = served.find(({ files }) => files.has(c.req.path))
    const file = await folder?.serve(c, async () => undefined)
    return file ?? (c.req.path.startsWith('/assets/') ? ofOtherBuild(c) : next())
  }
}

/** @param prefix where the files of all builds are in storage; they are few and small, so they are sent uncompressed */
export function storedAssets(storage: StoragePort, prefix: () => Promise<string>): (c: Context) => Promise<Response> {
  let found: Promise<string> | undefined
  return async (c) => {
    const name = /^\/assets\/((?:[\w-]+\/)*[\w-]+\.[\w.-]+)$/.exec(c.req.path)?.[1]
    const type = name && getMimeType(name)
    if (!name || !type || !['GET', 'HEAD'].includes(c.req.method)) return c.notFound()
    found ??= prefix().catch((error: unknown) => {
      found = undefined
      throw error
    })
    const headers = { 'Content-Type': type, 'Cache-Control': UNCHANGING }
    return sendStored(c, storage, (await found) + name, headers, `"${name}"`)
  }
}

/** The addresses of the files, so that no file is looked for at the address of a page. Their names are plain. */
function filesOf(folder: string): ReadonlySet<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Set(names.map((name) => `/${name.replaceAll(sep, '/')}`))
}

/** Pictures and films of the content at `/media/…`: their addresses carry a hash. */
export function media(storage: StoragePort): Hono {
  return new Hono().get('/media/:hash/:name', async (c) => {
    const { hash, name } = c.req.param()
    const type = mediaTypeOf(name)
    if (!type || !/^[\w-]+$/.test(hash) || !/^[\w.-]+$/.test(name)) return c.notFound()
    const headers = {
      'Content-Type': type,
      'Cache-Control': UNCHANGING,
      'Content-Security-Policy': mediaPolicy(type),
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    return sendStored(c, storage, `media/${hash}/${name}`, headers, `"${hash}-${name}"`)
  })
}
