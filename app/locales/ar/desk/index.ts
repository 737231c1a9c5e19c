/** The texts of the desk, one file for each subject. */
import { articles } from './articles.ts'
import { attendance } from './attendance.ts'
import { audit } from './audit.ts'
import { bank } from './bank.ts'
import { banners } from './banners.ts'
import { books } from './books.ts'
import { branches } from './branches.ts'
import { certificates } from './certificates.ts'
import { chargebacks } from './chargebacks.ts'
import { closing } from './closing.ts'
import { companies } from './companies.ts'
import { coupons } from './coupons.ts'
import { courses } from './courses.ts'
import { deadLinks } from './dead-links.ts'
import { eInvoicing } from './e-invoicing.ts'
import { editor } from './editor.ts'
import { enquiries } from './enquiries.ts'
import { enrol } from './enrol.ts'
import { enrolmentMove } from './enrolment-move.ts'
import { frame } from './frame.ts'
import { learnerMessages } from './learner-messages.ts'
import { learners } from './learners.ts'
import { lessons } from './lessons.ts'
import { materials } from './materials.ts'
import { media } from './media.ts'
import { menus } from './menus.ts'
import { messageForm } from './message-form.ts'
import { organisations } from './organisations.ts'
import { pages } from './pages.ts'
import { paymentPlans } from './payment-plans.ts'
import { payouts } from './payouts.ts'
import { people } from './people.ts'
import { questions } from './questions.ts'
import { quotes } from './quotes.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { runs } from './runs.ts'
import { sales } from './sales.ts'
import { searches } from './searches.ts'
import { settings } from './settings.ts'
import { specializations } from './specializations.ts'
import { staff } from './staff.ts'
import { trainers } from './trainers.ts'
import { translations } from './translations.ts'
import { visits } from './visits.ts'

export const deskTexts = {
  articles,
  attendance,
  audit,
  certificates,
  bank,
  books,
  closing,
  chargebacks,
  companies,
  learnerMessages,
  branches,
  menus,
  visits,
  banners,
  paymentPlans,
  organisations,
  questions,
  quotes,
  coupons,
  courses,
  editor,
  eInvoicing,
  enquiries,
  enrol,
  enrolmentMove,
  frame,
  pages,
  payouts,
  learners,
  lessons,
  materials,
  media,
  people,
  reports,
  reviews,
  messageForm,
  runs,
  sales,
  deadLinks,
  searches,
  settings,
  specializations,
  staff,
  trainers,
  translations,
}
