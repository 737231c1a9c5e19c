/** What a browser loads of the texts at the desk: some at once, each other file on first use. */
import { shell } from '../shell.ts'
import { ui } from '../ui.ts'
import { frame } from './frame.ts'

export const first = { site: { shell, ui }, desk: { frame } }

export const later = {
  /** Of the site's texts, those that components of the desk use. */
  site: {
    passkeys: () => import('../passkeys.ts'),
    twoFactor: () => import('../two-factor.ts'),
    uploads: () => import('../uploads.ts'),
    pictureCrop: () => import('../picture-crop.ts'),
  },
  desk: {
    attendance: () => import('./attendance.ts'),
    certificates: () => import('./certificates.ts'),
    closing: () => import('./closing.ts'),
    chargebacks: () => import('./chargebacks.ts'),
    companies: () => import('./companies.ts'),
    quotes: () => import('./quotes.ts'),
    coupons: () => import('./coupons.ts'),
    bank: () => import('./bank.ts'),
    eInvoicing: () => import('./e-invoicing.ts'),
    books: () => import('./books.ts'),
    audit: () => import('./audit.ts'),
    pages: () => import('./pages.ts'),
    learnerMessages: () => import('./learner-messages.ts'),
    branches: () => import('./branches.ts'),
    menus: () => import('./menus.ts'),
    visits: () => import('./visits.ts'),
    banners: () => import('./banners.ts'),
    paymentPlans: () => import('./payment-plans.ts'),
    organisations: () => import('./organisations.ts'),
    questions: () => import('./questions.ts'),
    payouts: () => import('./payouts.ts'),
    learners: () => import('./learners.ts'),
    lessons: () => import('./lessons.ts'),
    materials: () => import('./materials.ts'),
    media: () => import('./media.ts'),
    people: () => import('./people.ts'),
    enquiries: () => import('./enquiries.ts'),
    enrol: () => import('./enrol.ts'),
    enrolmentMove: () => import('./enrolment-move.ts'),
    reviews: () => import('./reviews.ts'),
    reports: () => import('./reports.ts'),
    sales: () => import('./sales.ts'),
    deadLinks: () => import('./dead-links.ts'),
    searches: () => import('./searches.ts'),
    settings: () => import('./settings.ts'),
    messageForm: () => import('./message-form.ts'),
    runs: () => import('./runs.ts'),
    specializations: () => import('./specializations.ts'),
    staff: () => import('./staff.ts'),
    trainers: () => import('./trainers.ts'),
    translations: () => import('./translations.ts'),
    courses: () => import('./courses.ts'),
    articles: () => import('./articles.ts'),
    editor: () => import('./editor.ts'),
  },
}
