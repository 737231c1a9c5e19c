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
  { name: 'framework', test: /\/node_modules\/(?!embla-|@simplewebauthn)/, priority: 2 },
  // The home page and what every page needs: most visitors begin there, and pages share most of its modules.
  { name: 'site', test: /\/app\/(features\/home\/home-page|shell\/layout|root|entry\.client)\.tsx/, priority: 1 },
  { name: 'ui', test: /\/app\/ui\//, minShareCount: 2 },
  { name: (id: string) => /\/app\/features\/([\w-]+)\//.exec(id)?.[1] ?? null, minShareCount: 2 },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [isSsrBuild ? [] : navigationRecovery(), reactRouter(), withoutRepeatedStyles()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The router names what a page needs; a second way of preloading would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { hmr: true },
}))
