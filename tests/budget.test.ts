/** The size budget of the home page: the files of the build, compressed with brotli as they are sent. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../app/locales/ar/index.ts'

const CLIENT = join(import.meta.dirname, '..', 'build', 'client')

/** Bytes. React, React DOM and the router alone weigh 93 kB of the script. */
const BUDGET = { script: 116_500, styles: 15_000, fonts: 32_000 }
type Weight = Record<keyof typeof BUDGET, number>

function tooHeavy(weight: Weight): string[] {
  return (Object.keys(BUDGET) as (keyof Weight)[])
    .filter((kind) => weight[kind] > BUDGET[kind])
    .map((kind) => `${kind}: ${weight[kind]} bytes of ${BUDGET[kind]}`)
}

type Manifest = {
  url: string
  entry: { module: string; imports: string[] }
  routes: Record<string, { module: string; imports: string[]; css: string[] } | undefined>
}

// The router also lists the styles of chunks that are loaded later.
const read = (file: string) => readFileSync(join(CLIENT, file.replace(/#$/, '')))
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
const sent = (files: Iterable<string>) => sum([...files].map((file) => brotliCompressSync(read(file)).length))

/** The scripts, their imports, and the texts of the language, which the client entry loads. */
function scriptsOf({ url, entry, routes }: Manifest, ids: string[]): Set<string> {
  const arabic = globSync('assets/browser-*.js', { cwd: CLIENT }).filter((file) =>
    read(file).includes(texts.shell.siteName),
  )
  expect(arabic, 'the Arabic texts of the first pages').toHaveLength(1)
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, name] of read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      load(`/assets/${name}`)
    }
  }
  for (const file of [url, `/${arabic[0]}`, entry.module, ...entry.imports]) load(file)
  for (const id of ids) for (const file of [routes[id]!.module, ...routes[id]!.imports]) load(file)
  return loaded
}

describe('the home page', () => {
  const ids = ['root', 'shell/layout', 'features/home/home-page']
  let manifest: Manifest
  let weight: Weight
  beforeAll(async () => {
    const build = (await import(/* @vite-ignore */ join(CLIENT, '..', 'server', 'index.js'))) as { assets: Manifest }
    manifest = build.assets
    weight = {
      script: sent(scriptsOf(manifest, ids)),
      styles: sent(new Set(ids.flatMap((id) => manifest.routes[id]!.css))),
      // The file of the package has the letters of few pages.
      fonts: sum(
        globSync('assets/readex-pro-*.woff2', { cwd: CLIENT })
          .filter((file) => !file.includes('-wght-'))
          .map((file) => read(file).length),
      ),
    }
  })

  it('stays within its size budget', () => {
    expect(tooHeavy(weight), JSON.stringify(weight)).toEqual([])
  })

  it('would exceed the budget if it also loaded the scripts of the course list', () => {
    const script = sent(scriptsOf(manifest, [...ids, 'features/catalogue/listing/courses-page']))
    expect(tooHeavy({ ...weight, script })).toEqual([expect.stringMatching(/^script: \d+ bytes/)])
  })

  it('loads neither zod nor libphonenumber in the browser', () => {
    const scripts = globSync('assets/*.js', { cwd: CLIENT }).map((file) => read(file).toString())
    expect(scripts.length).toBeGreaterThan(20)
    // A string from the source of each library.
    for (const phrase of ['ZodError', 'INVALID_COUNTRY']) {
      expect(scripts.filter((script) => script.includes(phrase))).toEqual([])
    }
  })

  it('loads the file that declares the order of the style layers first', () => {
    const [first] = manifest.routes.root!.css
    expect(read(first!).toString()).toMatch(/^@layer reset/)
    expect(basename(first!)).toMatch(/^site-/)
  })
})
