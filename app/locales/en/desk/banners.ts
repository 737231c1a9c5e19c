import type { banners as Source } from '../../ar/desk/banners.ts'

export const banners: typeof Source = {
  title: 'Banners',
  lead: 'A line above every page of the site that comes and goes at its times.',
  add: 'Add a banner',
  createHint:
    'Visitors see it from its start to its end, within half a minute of each. They can close it once they have read it.',
  facts: 'Banner',
  kind: 'Kind',
  kinds: { information: 'Information', important: 'Important' },
  text: 'Text',
  textHint: 'One or two sentences: at most 200 characters.',
  link: 'Link',
  linkHint: 'A page of the site such as /faq, or a full address that begins with https; or leave it empty.',
  linkText: 'Words of the link',
  startsAt: 'Appears',
  endsAt: 'Disappears',
  timeHint: 'In Riyadh time.',
  create: 'Add the banner',
  states: { planned: 'Planned', shown: 'Shown now', over: 'Over' },
  state: 'State',
  none: 'No banners yet.',
  noneBody: 'Announce a holiday, a date or an expected interruption.',
  remove: 'Delete the banner',
  removeHappens: 'It disappears from the site and from this list for good.',
}
