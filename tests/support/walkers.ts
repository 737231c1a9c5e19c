/** Who walks through the flows: some visitors in every run, all of them in the long one. */
import { VISITORS, type Visitor } from './browser.ts'
import { IS_LONG } from './long.ts'

/** The variants of flows other than the main one: both languages, both widths, with and without scripts. */
export const WALKERS: Visitor[] = IS_LONG
  ? VISITORS
  : [
      { lang: 'ar', width: 390, scripts: true },
      { lang: 'en', width: 1440, scripts: false },
    ]

/** Whether one of `WALKERS` goes through a flow: in a short run they take turns, in the long run all go through all. */
export const hasTurn = (visitor: Visitor, flow: number) => IS_LONG || WALKERS.indexOf(visitor) === flow % WALKERS.length
