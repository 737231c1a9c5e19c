import { expect, it } from 'vitest'
import { compressed, unbrotli } from './compression.server.ts'
import { DocumentResponse } from './document-response.ts'

const PAGE = '<!DOCTYPE html><p>معهد</p>'
const response = () =>
  new DocumentResponse([PAGE.slice(0, 20), PAGE.slice(20)], {
    status: 404,
    headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8' }),
  })

it('is read like any answer', async () => {
  const bytes = Buffer.from(PAGE)
  expect([response().status, response().headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response().text()).toBe(PAGE)
  expect(Buffer.from(await response().arrayBuffer())).toEqual(bytes)
  expect(Buffer.from(await response().clone().arrayBuffer())).toEqual(bytes)
  expect(await new Response(response().body).text()).toBe(PAGE)
})

it('is compressed without becoming a stream', async () => {
  const page = response()
  Object.defineProperty(page, 'body', { get: () => expect.unreachable() })
  const request = new Request('http://localhost/ar', { headers: { 'Accept-Encoding': 'br' } })
  const sent = await compressed(request, page)
  expect([sent.status, sent.headers.get('Content-Encoding')]).toEqual([404, 'br'])
  expect(String(await unbrotli(await sent.arrayBuffer()))).toBe(PAGE)
})
