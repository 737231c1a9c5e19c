/** Where the bundle has the servers' modules of the front ends: beside the programs. */
import { join } from 'node:path'

export const BUILDS = { site: join(import.meta.dirname, 'site.js'), desk: join(import.meta.dirname, 'desk.js') }
