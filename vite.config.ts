import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { navigationRecovery } from './scripts/navigation-recovery.ts'
import { withoutRepeatedStyles } from './scripts/repeated-styles.ts'

/**
 * One file for each part of the site, since many small files compress worse and come later. A group takes what its
 * modules import along, unless a group of higher priority has it.
 */
const CHUNKS = [
  // The carousel is loaded when it is about to be seen, passkeys when they are asked for.
  { name: 'framework', test: /\/node_modules\/(?!embla-|@simplewebauthn)/, priority: 4 },
  // The home page and what every page needs: most visitors begin there, and pages share most of its modules.
  { name: 'site', test: /\/app\/(features\/home\/home-page|shell\/layout|root|entry\.client)\.tsx/, priority: 3 },
  { name: 'ui', test: /\/app\/ui\//, minShareCount: 2, priority: 2 },
  // Forms of unlike features have files: each would load the whole of the other's.
  { name: 'uploads', test: /\/app\/features\/uploads\//, minShareCount: 2, priority: 1 },
  { name: featureOf, minShareCount: 2 },
]

/** The list of questions is a section of pages, so it comes with the other sections. */
function featureOf(id: string): string | null {
  const feature = /\/app\/features\/([\w-]+)\//.exec(id)?.[1]
  return feature === 'questions' ? 'content-sections' : (feature ?? null)
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [isSsrBuild ? [] : navigationRecovery(), reactRouter(), withoutRepeatedStyles()],
  build: {
    target: 'es2022',
    // The home page loads 1.4 kB less than with the bundler's own minifier.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, compress: { passes: 2, pure_getters: true } },
    assetsInlineLimit: 0,
    // The router names what a page needs; a second way of preloading would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { hmr: true },
}))
