/** The desk's navigation: sections in the order of the working day, each with its pages and the right that opens them. */
import type { Right } from '../api/rights.ts'
import type { frame } from '../locales/ar/desk/frame.ts'
import type { IconName } from '../ui/icons/icon-names.ts'

export type SectionName = keyof (typeof frame)['sections']
export type EntryName = keyof (typeof frame)['entries']
/** `right`: of several, any one opens the page. */
/** `also`: where records that belong to it have addresses of their own. */
export type Entry = {
  name: EntryName
  path: string
  right: Right | readonly Right[]
  icon: IconName
  also?: string
}

export const TODAY: Entry = { name: 'today', path: '', right: 'desk.open', icon: 'clock' }

export const SECTIONS: readonly { name: SectionName; entries: readonly Entry[] }[] = [
  {
    name: 'learning',
    entries: [
      { name: 'courses', path: 'courses', right: 'courses.view', icon: 'book', also: 'lessons' },
      { name: 'runs', path: 'runs', right: 'runs.view', icon: 'clock' },
      { name: 'calendar', path: 'calendar', right: 'runs.view', icon: 'calendar' },
      { name: 'trainers', path: 'trainers', right: 'courses.view', icon: 'helmet' },
      { name: 'specializations', path: 'specializations', right: 'courses.view', icon: 'compass' },
      { name: 'attendance', path: 'attendance', right: 'attendance.take', icon: 'check' },
      { name: 'certificates', path: 'certificates', right: 'certificates.issue', icon: 'certificate' },
    ],
  },
  {
    name: 'sales',
    entries: [
      { name: 'orders', path: 'orders', right: 'orders.view', icon: 'cart' },
      { name: 'transfers', path: 'transfers', right: 'transfers.decide', icon: 'building' },
      { name: 'refunds', path: 'refunds', right: 'refunds.send', icon: 'refund' },
      { name: 'payments', path: 'payments', right: 'payments.match', icon: 'coins' },
      { name: 'chargebacks', path: 'chargebacks', right: 'payments.match', icon: 'shield' },
      { name: 'payouts', path: 'payouts', right: 'payments.match', icon: 'bars' },
      { name: 'coupons', path: 'coupons', right: 'coupons.manage', icon: 'megaphone' },
      { name: 'paymentPlans', path: 'payment-plans', right: 'prices.change', icon: 'clock' },
      { name: 'companies', path: 'companies', right: 'companies.manage', icon: 'people' },
      { name: 'quotes', path: 'quotes', right: 'quotes.manage', icon: 'pen' },
      { name: 'invoices', path: 'invoices', right: 'invoices.view', icon: 'document' },
      { name: 'eInvoicing', path: 'e-invoicing', right: 'invoices.view', icon: 'check' },
      { name: 'vat', path: 'vat', right: 'invoices.view', icon: 'scales' },
      { name: 'closing', path: 'closing', right: 'invoices.view', icon: 'lock' },
    ],
  },
  {
    name: 'people',
    entries: [
      { name: 'learners', path: 'learners', right: 'learners.view', icon: 'user' },
      { name: 'enquiries', path: 'enquiries', right: 'enquiries.handle', icon: 'mail' },
      { name: 'moderation', path: 'moderation', right: 'moderation.decide', icon: 'chat' },
      { name: 'reviews', path: 'reviews', right: 'reviews.answer', icon: 'star' },
    ],
  },
  {
    name: 'site',
    entries: [
      { name: 'articles', path: 'articles', right: 'articles.view', icon: 'speech' },
      { name: 'media', path: 'media', right: 'media.view', icon: 'image' },
      { name: 'pages', path: 'pages', right: 'pages.view', icon: 'document' },
      { name: 'questions', path: 'questions', right: 'pages.view', icon: 'chat' },
      { name: 'partners', path: 'partners', right: 'pages.view', icon: 'people' },
      { name: 'branches', path: 'branches', right: 'pages.view', icon: 'map-pin' },
      { name: 'menus', path: 'menus', right: 'pages.view', icon: 'menu' },
      { name: 'banners', path: 'banners', right: 'pages.view', icon: 'megaphone' },
      { name: 'translations', path: 'translations', right: 'translations.view', icon: 'globe' },
      { name: 'deadLinks', path: 'dead-links', right: 'translations.view', icon: 'external' },
      { name: 'searches', path: 'searches', right: 'search.view-misses', icon: 'search' },
    ],
  },
  {
    name: 'institute',
    entries: [
      {
        name: 'reports',
        path: 'reports',
        right: ['invoices.view', 'reports.teaching', 'reports.visits'],
        icon: 'bars',
      },
      { name: 'staff', path: 'staff', right: 'staff.view', icon: 'people' },
      { name: 'audit', path: 'audit', right: 'audit.view', icon: 'shield' },
      { name: 'settings', path: 'settings', right: 'institute.view', icon: 'building' },
      { name: 'setup', path: 'setup', right: 'institute.change', icon: 'check' },
    ],
  },
]

/** The sections and entries that these rights open. */
export function sectionsFor(rights: readonly string[]) {
  return SECTIONS.map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ right }) => [right].flat().some((one) => rights.includes(one))),
  })).filter(({ entries }) => entries.length > 0)
}

export type CommandName = keyof (typeof frame)['commands']

/** What can be begun from anywhere, by the command palette. */
export const COMMANDS: readonly { name: CommandName; path: string; right: Right }[] = [
  { name: 'newCourse', path: 'courses/new', right: 'courses.change' },
  { name: 'newArticle', path: 'articles/new', right: 'articles.change' },
  { name: 'newQuestion', path: 'questions/new', right: 'pages.change' },
  { name: 'newRun', path: 'runs/new', right: 'runs.plan' },
  { name: 'newSpecialization', path: 'specializations/new', right: 'courses.change' },
  { name: 'newTrainer', path: 'trainers/new', right: 'courses.change' },
  { name: 'newCoupon', path: 'coupons/new', right: 'coupons.manage' },
  { name: 'newCompany', path: 'companies/new', right: 'companies.manage' },
  { name: 'enrol', path: 'orders/new', right: 'orders.change' },
  { name: 'takeAttendance', path: 'attendance', right: 'attendance.take' },
  { name: 'invite', path: 'staff/new', right: 'staff.change' },
]
