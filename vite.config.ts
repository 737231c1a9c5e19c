import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { keepTheClick } from './scripts/keep-the-click.ts'
import { withoutRepeatedStyles } from './scripts/repeated-styles.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [isSsrBuild ? [] : keepTheClick(), reactRouter(), withoutRepeatedStyles()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The router names what a page needs; a second way of preloading would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { hmr: true },
}))

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Few files compress better and come sooner than many small ones. */
const CHUNKS = [
  // The carousel comes when it is about to be seen, passkeys when they are asked for.
  { name: 'framework', test: /\/node_modules\/(?!embla-|@simplewebauthn)/, priority: 2 },
  // The home page and what every page needs: most visitors come through it, and pages share most of its parts.
  { name: (id: string, graph: Graph) => (isOnHomePage(id, graph) ? 'site' : null), priority: 1 },
  { name: 'ui', test: /\/app\/ui\//, minShareCount: 2 },
  { name: (id: string) => /\/app\/features\/(\w+)\//.exec(id)?.[1] ?? null, minShareCount: 2 },
]

/** By imports that are not put off; a language's texts are a file of their own. */
function isOnHomePage(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id) || /\/app\/locales\/(ar|en)\//.test(id)) return false
  seen.add(id)
  if (/\/app\/(features\/pages\/home-page|shell\/layout|root|entry\.client)\.tsx/.test(id)) return true
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isOnHomePage(importer, graph, seen))
}
