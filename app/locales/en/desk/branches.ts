import type { branches as Source } from '../../ar/desk/branches.ts'

export const branches: typeof Source = {
  title: 'Branches',
  lead: 'The places of the institute with their addresses, phones and hours, as the contact page shows them.',
  add: 'Add a branch',
  facts: 'Branch',
  name: 'Name',
  address: 'Address',
  map: 'Its place on a map',
  mapHint: 'A full address that begins with https, or leave it empty.',
  coordinates: 'Coordinates',
  coordinatesHint:
    'Latitude, then longitude, as online maps give them, such as 24.81, 46.61. With them its number stands on the site’s map of the Kingdom; without them it is listed without a number.',
  phone: 'Phone',
  hours: 'Hours',
  hoursHint: 'Such as: Sunday to Thursday, 9 am to 9 pm.',
  hide: 'Hide it from visitors',
  hidden: 'Hidden',
  create: 'Add the branch',
  none: 'No branches yet.',
  remove: 'Delete the branch',
  removeHappens: 'It disappears from the contact page for good.',
}
