/** `npm start` of a prepared release; `scripts/bundle.ts` bundles it. */
import { join } from 'node:path'
import { serveProduct } from '../serve-product.ts'
import { BUILDS } from './builds.ts'
import { isOfTheseSources } from './sources.ts'

await serveProduct({
  worker: join(import.meta.dirname, 'worker.js'),
  builds: BUILDS,
  isUpToDate: () => isOfTheseSources(import.meta.dirname),
})
