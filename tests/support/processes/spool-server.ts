/** A process that receives one form with a file and reports how much its memory grew. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { spoolForm } from '../../../app/http/bodies/spool.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'

const settings = { dataDir: process.argv[2]! }
const log = createLog('silent')
const rss = () => process.memoryUsage().rss

async function take(request: Request): Promise<Response> {
  const before = rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rss())
  }, 5)
  const uploads = await spoolForm(request, { fields: ['file'], maxBytes: 300_000_000 }, { settings, log })
  clearInterval(watch)
  const { size } = uploads.files.get('file')!
  await uploads[Symbol.asyncDispose]()
  return Response.json({ size, grew: Math.max(most, rss()) - before })
}

const server = createServer(getRequestListener(take, { overrideGlobalObjects: false }))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log((server.address() as AddressInfo).port)
