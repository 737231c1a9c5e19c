import type { ui as source } from '../ar/ui.ts'
import { pluralEn } from '../format.ts'

export const ui: typeof source = {
  reviewAnswer: (institute) => `Answer by ${institute}`,
  close: 'Close',
  optional: 'optional',
  show: 'Show',
  hide: 'Hide',
  thePassword: 'password',
  ruleMet: 'Met:',
  capsLock: 'Caps Lock is on.',
  invalid: {
    missing: 'Fill in this field.',
    choose: 'Choose one.',
    tick: 'Tick this box to continue.',
    email: 'Enter a valid email address, such as name@example.com.',
  },
  until: (time) => `until ${time}`,
  from: (time) => `from ${time}`,
  moment: (day, time) => `${day}, ${time}`,
  pages: 'Pages of results',
  nextPage: 'Next',
  previousPage: 'Previous',
  page: (n) => `Page ${n}`,
  formErrors: (n) => pluralEn(n, 'Check {n} field', 'Check {n} fields'),
  rating: (rate, count) =>
    count === undefined ? `${rate} out of 5` : `${rate} out of 5, ${pluralEn(count, '{n} review', '{n} reviews')}`,
  currency: 'SAR',
  free: 'Free',
  home: 'Home',
  breadcrumb: 'Breadcrumb',
}
