/**
 * `npm run prepare-release`: the packages are installed by then. Builds what `start` needs, so that it only starts, and
 * removes what only developers need. `--external-database`: also the PostgreSQL that it brings, for installations with
 * a `DATABASE_URL`.
 */
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { bundleServer } from './bundle.ts'
import { keepProductionPackages } from './production-packages.ts'
import { compileAll } from './tsx-loader.ts'

const { values } = parseArgs({ options: { 'external-database': { type: 'boolean', default: false } } })
await build()
await bundleServer()
compileAll()
const megabytes = keepProductionPackages({ hasDatabase: !values['external-database'] })
console.log(
  `This version is installed and built; its packages take ${megabytes} MB. Start it with: MAAHAD_PREPARED=1 npm start`,
)
