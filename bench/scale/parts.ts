/** The parts of the large data set, in the order in which they are filled. */
import { business } from './business.ts'
import { catalogue } from './catalogue.ts'
import { desk } from './desk.ts'
import { orders } from './orders.ts'
import type { Part } from './part.ts'
import { people } from './people.ts'
import { teaching } from './teaching.ts'
import { writing } from './writing.ts'

export const PARTS: readonly Part[] = [catalogue, writing, people, orders]
/** What the desk's lists are measured on. */
export const DESK_PARTS: readonly Part[] = [catalogue, people, orders, teaching, business, desk]
