/** The desk is an application of its own: pages of the site carry nothing of it, and its own pages stay small. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { deskTexts } from '../app/locales/ar/desk/index.ts'
import { deskTexts as deskTextsEn } from '../app/locales/en/desk/index.ts'
import type { Lang } from '../app/locales/lang.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { publicPages } from './support/pages/public-pages.ts'

const BUILD = join(import.meta.dirname, '..', 'build')
const SITE = join(BUILD, 'client')
const DESK = join(BUILD, 'desk', 'client')
/** Of a page, beyond React and its router. */
const MAX_PAGE_SCRIPT_BYTES = 60_000
/** React, React DOM and the router. */
const MAX_FRAMEWORK_BYTES = 100_000

type Manifest = {
  entry: { module: string; imports: string[] }
  routes: Record<string, { id: string; parentId?: string; module: string; imports: string[] }>
}

const textOf = (file: string) => readFileSync(file, 'utf8')

describe('the builds', () => {
  it('of the site name no route and no text of the desk', () => {
    const files = globSync('**/*.{js,css}', { cwd: SITE })
    expect(files.length).toBeGreaterThan(20)
    const tellsOfDesk = files.filter((file) => {
      const text = textOf(join(SITE, file))
      return /\/desk\b|desk\//.test(text) || text.includes(deskTexts.frame.today.lead)
    })
    expect(tellsOfDesk).toEqual([])
  })

  it('of the desk give each page at most 60 kB of scripts beyond React and the router', async () => {
    const { assets } = (await import(/* @vite-ignore */ join(BUILD, 'desk', 'server', 'index.js'))) as {
      assets: Manifest
    }
    const pages = Object.values(assets.routes).map((route) => {
      const files = new Set<string>()
      for (let at: typeof route | undefined = route; at; at = assets.routes[at.parentId ?? ''])
        for (const file of [at.module, ...at.imports]) collect(file, files)
      for (const file of [assets.entry.module, ...assets.entry.imports]) collect(file, files)
      const own = [...files].filter((file) => !basename(file).startsWith('framework'))
      return { page: route.id, bytes: own.reduce((sum, file) => sum + compressed(file), 0) + largestTexts() }
    })
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.filter(({ bytes }) => bytes > MAX_PAGE_SCRIPT_BYTES)).toEqual([])
    // All packages are in this file: one that a single page uses must not come to every page.
    const [framework] = globSync('assets/desk/framework-*.js', { cwd: DESK })
    expect(compressed(framework!)).toBeLessThan(MAX_FRAMEWORK_BYTES)
  })
})

describe('the pages of the site', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pageHandler: await builtPages(), institute: true })
  })
  afterAll(() => app.stop())

  it.each<[Lang, object]>([
    ['ar', deskTexts.frame],
    ['en', deskTextsEn.frame],
  ])('name neither the desk nor its files, nor its texts, to a guest who reads them in %s', async (lang, frame) => {
    const ofDesk = sentencesOf(frame)
    expect(ofDesk.length).toBeGreaterThan(20)
    const ofSite = new Set(globSync('**/*', { cwd: SITE }).map((file) => basename(file)))
    // Fonts and icons are the same files.
    const files = globSync('assets/desk/*', { cwd: DESK })
      .map((file) => basename(file))
      .filter((file) => !ofSite.has(file))
    expect(files.length).toBeGreaterThan(20)
    const pages = await publicPages(app, lang)
    expect(pages.length).toBeGreaterThan(20)
    const telling: string[] = []
    for (const { path } of pages) {
      const answer = await fetch(app.address + path, { headers: { 'Accept-Language': lang } })
      const sent = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`
      const found = [...files, ...ofDesk].filter((text) => sent.includes(text))
      if (/\/desk\b|desk\//.test(sent) || found.length > 0) telling.push(`${path}: ${found}`)
    }
    expect(telling).toEqual([])
  })
})

/** So long that no page of the site says the same by chance. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) =>
    typeof text === 'string'
      ? text.length >= 25
        ? [text]
        : []
      : text && typeof text === 'object'
        ? sentencesOf(text)
        : [],
  )
}

/** Most pages share most scripts: each is compressed once. */
const sizes = new Map<string, number>()
function compressed(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = brotliCompressSync(readFileSync(join(DESK, file))).length
  sizes.set(file, size)
  return size
}

/** The texts that every page loads, in the larger language. */
function largestTexts(): number {
  return Math.max(...globSync('assets/desk/browser-*.js', { cwd: DESK }).map(compressed))
}

/** A script with all that it imports at once. */
function collect(file: string, files: Set<string>): void {
  if (files.has(file)) return
  files.add(file)
  for (const [, name] of textOf(join(DESK, file)).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    collect(`/assets/desk/${name}`, files)
}
