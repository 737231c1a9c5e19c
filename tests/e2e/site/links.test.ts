import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { crawl } from '../../support/pages/crawler.ts'

/** Lists link to themselves with every filter: those pages must respond, and their links are not followed again. */
const isNoVariant = ({ pathname, search }: URL) => search === '' && !pathname.startsWith('/api/')

describe('the links of the site', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it('all work: pages, files, and anchors within pages', { timeout: 400_000 }, async () => {
    const { requested, lost } = await crawl(site.address, ['/ar', '/en'], isNoVariant)
    expect(requested).toBeGreaterThan(250)
    expect(lost).toEqual([])
  })

  it('would be reported as broken: a page, a picture, an anchor, a redirect to the error page', async () => {
    const pages: Record<string, string> = {
      '/': '<a href="/gone">1</a><img src="/gone.svg"><a href="#here">2</a><a id="here" href="/two#nowhere">3</a><a href="/moved">4</a>',
      '/two': '<a id="top" href="/two?again#top">5</a>',
      '/two?again': '<a id="top" href="/never-followed">6</a>',
    }
    const server = createServer((request, response) => {
      const html = pages[request.url!]
      if (request.url === '/moved') response.writeHead(302, { Location: '/error' }).end()
      else response.writeHead(html ? 200 : 404, { 'Content-Type': 'text/html' }).end(html)
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as AddressInfo
    const { lost } = await crawl(`http://127.0.0.1:${port}`, ['/'], isNoVariant)
    server.close()
    expect(lost.toSorted()).toEqual([
      '/gone (404) from /',
      '/gone.svg (404) from /',
      '/moved (/error) from /',
      '/two#nowhere from /',
    ])
  })
})
