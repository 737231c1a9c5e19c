/** Files that never change under their address: those of the build, and the pictures and films of the content. */
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { StoragePort } from '../adapters/storage/port.ts'
import { mediaPolicy, mediaTypeOf } from './media-types.ts'
import { sendStored } from './stored-response.server.ts'

/** The files of the builds: browsers keep those with a hash in their name for a year, the others for an hour. */
export function builtFiles(folders: readonly string[]): MiddlewareHandler {
  const served = folders.map((root) => ({
    files: filesOf(root),
    serve: serveStatic({
      root,
      precompressed: true,
      onFound: (path, c) => {
        const hashed = path.includes(`${join(root, 'assets')}/`) || /\/assets\//.test(path)
        c.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    }),
  }))
  // A file of an older build is gone: no page may be sent in its place.
  return async (c, next) => {
    const folder = served.find(({ files }) => files.has(c.req.path))
    const file = await folder?.serve(c, async () => undefined)
    return file ?? (c.req.path.startsWith('/assets/') ? c.notFound() : next())
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
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': mediaPolicy(type),
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    return sendStored(c, storage, `media/${hash}/${name}`, headers, `"${hash}-${name}"`)
  })
}
