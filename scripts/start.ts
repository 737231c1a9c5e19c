/** `npm start`: builds when the sources changed, then serves until it is stopped. */
import { fileURLToPath } from 'node:url'
import { serveProduct } from './serve-product.ts'

await serveProduct({ worker: fileURLToPath(new URL('worker.ts', import.meta.url)) })
