/** Every endpoint of the API, by feature. */

import { accountsEndpoints } from '../features/accounts/contract.ts'
import { articleEditingEndpoints } from '../features/article-editing/desk-contract.ts'
import { attendanceEndpoints } from '../features/attendance/contract.ts'
import { auditEndpoints } from '../features/audit/contract.ts'
import { bankStatementsEndpoints } from '../features/bank-statements/contract.ts'
import { bannersEndpoints } from '../features/banners/contract.ts'
import { blogEndpoints } from '../features/blog/contract.ts'
import { branchesEndpoints } from '../features/branches/contract.ts'
import { catalogueEndpoints } from '../features/catalogue/contract.ts'
import { certificatesEndpoints } from '../features/certificates/contract.ts'
import { chargebacksEndpoints } from '../features/chargebacks/contract.ts'
import { checkoutEndpoints } from '../features/checkout/contract.ts'
import { closingEndpoints } from '../features/closing/contract.ts'
import { commentsEndpoints } from '../features/comments/contract.ts'
import { communityEndpoints } from '../features/community/contract.ts'
import { companiesEndpoints } from '../features/companies/contract.ts'
import { couponsEndpoints } from '../features/coupons/contract.ts'
import { courseEditingEndpoints } from '../features/course-editing/desk-contract.ts'
import { courseProposalEndpoints } from '../features/course-editing/proposals-contract.ts'
import { deadLinksEndpoints } from '../features/dead-links/contract.ts'
import { deskEndpoints } from '../features/desk/contract.ts'
import { eInvoicingEndpoints } from '../features/e-invoicing/contract.ts'
import { instituteEndpoints } from '../features/institute/contract.ts'
import { invoicesEndpoints } from '../features/invoices/contract.ts'
import { leadsEndpoints } from '../features/leads/contract.ts'
import { learnerMessagesEndpoints } from '../features/learner-messages/contract.ts'
import { learnersEndpoints } from '../features/learners/contract.ts'
import { learningEndpoints } from '../features/learning/contract.ts'
import { lessonsEndpoints } from '../features/lessons/contract.ts'
import { materialsEndpoints } from '../features/materials/contract.ts'
import { mediaEndpoints } from '../features/media/contract.ts'
import { menusEndpoints } from '../features/menus/contract.ts'
import { moderationEndpoints } from '../features/moderation/contract.ts'
import { notificationsEndpoints } from '../features/notifications/contract.ts'
import { orderPartsEndpoints } from '../features/order-parts/contract.ts'
import { ordersEndpoints } from '../features/orders/contract.ts'
import { organisationsEndpoints } from '../features/organisations/contract.ts'
import { pageEditingEndpoints } from '../features/page-editing/desk-contract.ts'
import { pagesEndpoints } from '../features/pages/contract.ts'
import { passkeysEndpoints } from '../features/passkeys/contract.ts'
import { passwordResetEndpoints } from '../features/password-reset/contract.ts'
import { paymentPlansEndpoints } from '../features/payment-plans/contract.ts'
import { paymentsEndpoints } from '../features/payments/contract.ts'
import { payoutsEndpoints } from '../features/payouts/contract.ts'
import { personalDataEndpoints } from '../features/personal-data/contract.ts'
import { profileEndpoints } from '../features/profile/contract.ts'
import { proofEndpoints } from '../features/proof/contract.ts'
import { purchasePaymentsEndpoints } from '../features/purchase-payments/contract.ts'
import { questionsEndpoints } from '../features/questions/contract.ts'
import { questionEditingEndpoints } from '../features/questions/editing-contract.ts'
import { quotesEndpoints } from '../features/quotes/contract.ts'
import { refundsEndpoints } from '../features/refunds/contract.ts'
import { reportsEndpoints } from '../features/reports/contract.ts'
import { reviewsEndpoints } from '../features/reviews/contract.ts'
import { runsEndpoints } from '../features/runs/contract.ts'
import { savedViewsEndpoints } from '../features/saved-views/contract.ts'
import { searchEndpoints } from '../features/search/contract.ts'
import { searchMissesEndpoints } from '../features/search-misses/contract.ts'
import { securityLogEndpoints } from '../features/security-log/contract.ts'
import { sessionsEndpoints } from '../features/sessions/contract.ts'
import { socialSignInEndpoints } from '../features/social-sign-in/contract.ts'
import { specializationsEndpoints } from '../features/specializations/contract.ts'
import { staffEndpoints } from '../features/staff/contract.ts'
import { trainersEndpoints } from '../features/trainers/contract.ts'
import { transfersEndpoints } from '../features/transfers/contract.ts'
import { translationsEndpoints } from '../features/translation-report/contract.ts'
import { twoFactorEndpoints } from '../features/two-factor/contract.ts'
import { uploadsEndpoints } from '../features/uploads/contract.ts'
import { visitsEndpoints } from '../features/visits/contract.ts'
import type { Calls, SharedCalls } from './endpoint.ts'

export const contract = {
  accounts: accountsEndpoints,
  audit: auditEndpoints,
  attendance: attendanceEndpoints,
  blog: blogEndpoints,
  catalogue: catalogueEndpoints,
  certificates: certificatesEndpoints,
  checkout: checkoutEndpoints,
  closing: closingEndpoints,
  comments: commentsEndpoints,
  community: communityEndpoints,
  desk: deskEndpoints,
  institute: instituteEndpoints,
  courseEditing: courseEditingEndpoints,
  articleEditing: articleEditingEndpoints,
  courseProposals: courseProposalEndpoints,
  invoices: invoicesEndpoints,
  eInvoicing: eInvoicingEndpoints,
  leads: leadsEndpoints,
  learners: learnersEndpoints,
  learning: learningEndpoints,
  lessons: lessonsEndpoints,
  moderation: moderationEndpoints,
  notifications: notificationsEndpoints,
  orders: ordersEndpoints,
  orderParts: orderPartsEndpoints,
  paymentPlans: paymentPlansEndpoints,
  pageEditing: pageEditingEndpoints,
  pages: pagesEndpoints,
  passkeys: passkeysEndpoints,
  passwordReset: passwordResetEndpoints,
  payments: paymentsEndpoints,
  personalData: personalDataEndpoints,
  profile: profileEndpoints,
  proof: proofEndpoints,
  refunds: refundsEndpoints,
  questions: questionsEndpoints,
  questionEditing: questionEditingEndpoints,
  banners: bannersEndpoints,
  visits: visitsEndpoints,
  menus: menusEndpoints,
  branches: branchesEndpoints,
  learnerMessages: learnerMessagesEndpoints,
  organisations: organisationsEndpoints,
  runs: runsEndpoints,
  savedViews: savedViewsEndpoints,
  search: searchEndpoints,
  securityLog: securityLogEndpoints,
  sessions: sessionsEndpoints,
  socialSignIn: socialSignInEndpoints,
  searchMisses: searchMissesEndpoints,
  specializations: specializationsEndpoints,
  materials: materialsEndpoints,
  media: mediaEndpoints,
  translations: translationsEndpoints,
  deadLinks: deadLinksEndpoints,
  trainers: trainersEndpoints,
  coupons: couponsEndpoints,
  companies: companiesEndpoints,
  quotes: quotesEndpoints,
  purchasePayments: purchasePaymentsEndpoints,
  reports: reportsEndpoints,
  reviews: reviewsEndpoints,
  bankStatements: bankStatementsEndpoints,
  payouts: payoutsEndpoints,
  chargebacks: chargebacksEndpoints,
  staff: staffEndpoints,
  transfers: transfersEndpoints,
  twoFactor: twoFactorEndpoints,
  uploads: uploadsEndpoints,
}

/** The API as functions: the same type in process and over HTTP. */
export type Api = { [Feature in keyof typeof contract]: Calls<(typeof contract)[Feature]> }

/** The calls whose answers are the same for all visitors, or for all who are not signed in. */
export type SharedApi = { [Feature in keyof typeof contract]: SharedCalls<(typeof contract)[Feature]> }
