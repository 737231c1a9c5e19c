/** One of the processes that serve beside the primary of a prepared release. */
import { serveBeside } from '../serve-beside.ts'
import { BUILDS } from './builds.ts'

await serveBeside(BUILDS)
