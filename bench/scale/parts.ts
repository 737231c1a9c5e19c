/** The parts of the large data set, in the order in which they are filled. */
import { catalogue } from './catalogue.ts'
import { orders } from './orders.ts'
import type { Part } from './part.ts'
import { people } from './people.ts'
import { writing } from './writing.ts'

export const PARTS: readonly Part[] = [catalogue, writing, people, orders]
