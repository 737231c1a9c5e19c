/** What visitors see of a section besides its title and its text: the desk offers no field for what they do not see. */
import { POLICIES } from '../../links.ts'
import { isHomeList } from './home-lists.ts'

export type SectionShows = { picture: boolean; items: boolean; itemPictures: boolean }

const ALL: SectionShows = { picture: true, items: true, itemPictures: true }
/** Its items are questions, steps, figures or contacts. */
const NO_ITEM_PICTURES: SectionShows = { ...ALL, itemPictures: false }
const ONLY_ITEMS: SectionShows = { picture: false, items: true, itemPictures: false }
const ONLY_PICTURE: SectionShows = { picture: true, items: false, itemPictures: false }
/** A form, or a list that the site fills. */
const NOTHING: SectionShows = { picture: false, items: false, itemPictures: false }

/** By page and section; other sections show all. */
const SHOWS: Record<string, Record<string, SectionShows>> = {
  home: {
    ...{ hero: ONLY_ITEMS, countings: NO_ITEM_PICTURES },
    'who-we-are': { picture: false, items: true, itemPictures: true },
  },
  'about-us': { method: NO_ITEM_PICTURES, numbers: NO_ITEM_PICTURES, places: NO_ITEM_PICTURES },
  'contact-us': {
    ...{ channels: NO_ITEM_PICTURES, subjects: NO_ITEM_PICTURES, branches: NO_ITEM_PICTURES },
    write: NOTHING,
  },
  'company-services': {
    ...{ numbers: NO_ITEM_PICTURES, steps: NO_ITEM_PICTURES, questions: NO_ITEM_PICTURES },
    ...{ clients: NOTHING, quote: NOTHING },
  },
  'join-us': {
    ...{ numbers: NO_ITEM_PICTURES, steps: NO_ITEM_PICTURES, questions: NO_ITEM_PICTURES },
    apply: NOTHING,
  },
  partners: { partnership: NOTHING },
  complains: { how: NO_ITEM_PICTURES, timeline: NO_ITEM_PICTURES, write: NOTHING },
  'technical-support-policy': {
    ...{ response: NO_ITEM_PICTURES, 'reach-us': NO_ITEM_PICTURES, 'first-aid': NO_ITEM_PICTURES },
    ask: NOTHING,
  },
  'app-ios': { screen: ONLY_ITEMS, questions: NO_ITEM_PICTURES },
  'app-android': { screen: ONLY_ITEMS, questions: NO_ITEM_PICTURES },
}

const POLICY_CODES: readonly string[] = Object.values(POLICIES)

export function showsOf(code: string, key: string): SectionShows {
  if (POLICY_CODES.includes(code)) return ONLY_PICTURE
  if (code === 'home' && isHomeList(key)) return NOTHING
  return SHOWS[code]?.[key] ?? ALL
}
