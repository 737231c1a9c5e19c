import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { withoutRepeatedStyles } from './scripts/repeated-styles.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), withoutRepeatedStyles()],
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
  { name: 'framework', test: /\/node_modules\//, priority: 2 },
  // What the home page shares with others: most visitors come through it, and every page uses most of it.
  { name: (id: string, graph: Graph) => (isOnHomePage(id, graph) ? 'site' : null), minShareCount: 2, priority: 1 },
]

function isOnHomePage(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  if (/\/app\/(features\/pages\/home-page|shell\/layout|root)\.tsx/.test(id)) return true
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isOnHomePage(importer, graph, seen))
}
