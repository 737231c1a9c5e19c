import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfPrinter } from './browser-pdf.server.ts'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const folder = mkdtempSync(join(tmpdir(), 'maahad-engine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program in the place of a browser. */
function engine(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith('maahad-pdf-'))

describe('the printer', () => {
  it('prints what it is given, runs nothing in it and asks nobody', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url!)
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const there = `http://127.0.0.1:${port}`
    const html = `<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="${there}/style.css"><style>@page{size:A4}</style></head>
      <body><p>مرحبًا</p><img src="${there}/picture.png"><iframe src="${there}/frame"></iframe><script>fetch('${there}/script')</script></body></html>`
    const [pdf, another] = await Promise.all([pdfPrinter(CHROMIUM)(html), pdfPrinter(CHROMIUM)(html)])
    for (const printed of [pdf, another]) {
      expect(printed.subarray(0, 5).toString()).toBe('%PDF-')
      expect(printed.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 841[.\d]*\]/)
    }
    expect(requests).toEqual([])
    server.close()
  }, 60_000)

  it.each([
    ['takes for ever', 'sleep 600 & sleep 600', /ended with SIGKILL/],
    ['fails', 'exit 3', /ended with 3/],
    ['prints nothing', 'exit 0', /ENOENT/],
  ])('tells of an engine that %s, and leaves nothing behind', async (name, script, message) => {
    const before = leftBehind()
    await expect(pdfPrinter(engine(name, script), 300)('<html><head></head></html>')).rejects.toThrow(message)
    expect(leftBehind()).toEqual(before)
  })

  it('goes on after a failure, one document after the other', async () => {
    const pdf = '%PDF-1.4 printed'
    const path = engine(
      'counts',
      `for w in "$@"; do case "$w" in --print-to-pdf=*) printf '${pdf.replace('%', '%%')}' > "\${w#*=}";; esac; done`,
    )
    const print = pdfPrinter(path)
    const all = await Promise.all([1, 2, 3].map(() => print('<html><head></head></html>')))
    expect(all.map(String)).toEqual([pdf, pdf, pdf])
  })

  it('tells of a program that is not there', async () => {
    await expect(pdfPrinter(join(folder, 'missing'))('<html></html>')).rejects.toThrow('ENOENT')
  })
})
