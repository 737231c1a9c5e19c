import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CONNECTION_LIMITS, limitPipelining, MAX_PIPELINED_REQUESTS } from './connection-limits.server.ts'

let answered = 0
let stacks: (string | undefined)[] = []
const server = createServer(
  CONNECTION_LIMITS,
  limitPipelining((request, response) => {
    answered += 1
    request.once('error', ({ stack }) => stacks.push(stack))
    response.end('x'.repeat(1000))
  }),
)
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  answered = 0
  stacks = []
})

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').pause()

it('a connection that sends ten thousand requests and reads no answer is ended', async () => {
  const socket = open().on('error', () => undefined)
  const [accepted] = (await once(server, 'connection')) as [Socket]
  socket.write(get.repeat(10_000))
  await once(accepted, 'close')
  socket.destroy()
  expect(answered).toBeLessThanOrEqual(2 * MAX_PIPELINED_REQUESTS)
  expect(stacks).toContainEqual('Error: aborted')
  expect(Error.stackTraceLimit).toBeGreaterThan(0)
  const { port } = server.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
})

it('a few requests at once are all answered', async () => {
  const socket = open()
  socket.write(get.repeat(MAX_PIPELINED_REQUESTS) + last)
  expect((await text(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(MAX_PIPELINED_REQUESTS + 1)
})
