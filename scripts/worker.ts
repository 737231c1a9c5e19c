/** One of the processes that serve beside the primary: started by it, with the build that it made. */
import { serveBeside } from './serve-beside.ts'

await serveBeside()
