import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { navigationRecovery } from '../../scripts/navigation-recovery.ts'
import { withoutRepeatedStyles } from '../../scripts/repeated-styles.ts'

/** As for the site: few files, each for a part of the desk. */
const CHUNKS = [
  // jsQR (qr-reader.ts) and the editor (rich-text.ts) are as large as pages and loaded by few.
  {
    name: 'framework',
    test: /\/node_modules\/(?!jsqr\/|@tiptap\/|prosemirror-|marked\/|linkifyjs\/|orderedmap\/|rope-sequence\/|w3c-keyname\/)/,
    priority: 2,
  },
  // What every page needs; its style sheet comes first and declares the order of the layers.
  { name: 'frame', test: /\/app\/desk\/(?:layout|root|entry\.client)\.tsx/, priority: 1 },
  { name: 'ui', test: /\/app\/(?:desk\/)?ui\//, minShareCount: 2 },
  { name: (id: string) => /\/app\/features\/([\w-]+)\//.exec(id)?.[1] ?? null, minShareCount: 2 },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [isSsrBuild ? [] : navigationRecovery(), reactRouter(), withoutRepeatedStyles()],
  publicDir: false,
  build: {
    target: 'es2022',
    // It is outside of this folder, so Vite would keep the files of older builds.
    emptyOutDir: true,
    assetsDir: 'assets/desk',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: CHUNKS } } },
  },
}))
