/** The parts of the large data set, in the order in which they are filled. */
import { catalogue } from './catalogue.ts'
import type { Part } from './part.ts'

export const PARTS: readonly Part[] = [catalogue]
