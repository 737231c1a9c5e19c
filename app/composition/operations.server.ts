/** Every feature's operations, bound to the contract. */
import { createLocalApi } from '../api/local-api.server.ts'
import { accountsOperations } from '../features/accounts/accounts.server.ts'
import { articleEditingOperations } from '../features/article-editing/article-editing.server.ts'
import { attendanceOperations } from '../features/attendance/attendance.server.ts'
import { auditOperations } from '../features/audit/audit.server.ts'
import { bankStatementsOperations } from '../features/bank-statements/bank-statements.server.ts'
import { bannersOperations } from '../features/banners/banners.server.ts'
import { blogOperations } from '../features/blog/blog.server.ts'
import { branchesOperations } from '../features/branches/branches.server.ts'
import { catalogueOperations } from '../features/catalogue/catalogue.server.ts'
import { certificatesOperations } from '../features/certificates/certificates.server.ts'
import { chargebacksOperations } from '../features/chargebacks/chargebacks.server.ts'
import { checkoutOperations } from '../features/checkout/checkout.server.ts'
import { closingOperations } from '../features/closing/closing.server.ts'
import { commentsOperations } from '../features/comments/writing.server.ts'
import { communityOperations } from '../features/community/community.server.ts'
import { companiesOperations } from '../features/companies/companies.server.ts'
import { couponsOperations } from '../features/coupons/coupons.server.ts'
import { courseEditingOperations } from '../features/course-editing/course-editing.server.ts'
import { courseProposalOperations } from '../features/course-editing/proposals.server.ts'
import { deadLinksOperations } from '../features/dead-links/dead-links.server.ts'
import { deskOperations } from '../features/desk/desk.server.ts'
import { eInvoicingOperations } from '../features/e-invoicing/e-invoicing.server.ts'
import { instituteOperations } from '../features/institute/institute.server.ts'
import { invoicesOperations } from '../features/invoices/invoices.server.ts'
import { leadsOperations } from '../features/leads/leads.server.ts'
import { learnerMessagesOperations } from '../features/learner-messages/learner-messages.server.ts'
import { learnersOperations } from '../features/learners/learners.server.ts'
import { learningOperations } from '../features/learning/learning.server.ts'
import { lessonsOperations } from '../features/lessons/lessons.server.ts'
import { materialsOperations } from '../features/materials/materials.server.ts'
import { mediaOperations } from '../features/media/media.server.ts'
import { menusOperations } from '../features/menus/menus.server.ts'
import { moderationOperations } from '../features/moderation/moderation.server.ts'
import { notificationsOperations } from '../features/notifications/notifications.server.ts'
import { orderPartsOperations } from '../features/order-parts/order-parts.server.ts'
import { ordersOperations } from '../features/orders/orders.server.ts'
import { organisationsOperations } from '../features/organisations/organisations.server.ts'
import { pageEditingOperations } from '../features/page-editing/page-editing.server.ts'
import { pagesOperations } from '../features/pages/pages.server.ts'
import { passkeysOperations } from '../features/passkeys/passkeys.server.ts'
import { passwordResetOperations } from '../features/password-reset/password-reset.server.ts'
import { paymentPlansOperations } from '../features/payment-plans/payment-plans.server.ts'
import { paymentsOperations } from '../features/payments/unmatched-payments.server.ts'
import { payoutsOperations } from '../features/payouts/payouts.server.ts'
import { personalDataOperations } from '../features/personal-data/personal-data.server.ts'
import { profileOperations } from '../features/profile/profile.server.ts'
import { proofOperations } from '../features/proof/proof.server.ts'
import { purchasePaymentsOperations } from '../features/purchase-payments/purchase-payments.server.ts'
import { questionEditingOperations } from '../features/questions/editing.server.ts'
import { questionsOperations } from '../features/questions/questions.server.ts'
import { quotesOperations } from '../features/quotes/quotation.server.ts'
import { refundsOperations } from '../features/refunds/refunds.server.ts'
import { reportsOperations } from '../features/reports/reports.server.ts'
import { reviewsOperations } from '../features/reviews/reviews.server.ts'
import { runsOperations } from '../features/runs/runs.server.ts'
import { savedViewsOperations } from '../features/saved-views/saved-views.server.ts'
import { searchOperations } from '../features/search/search.server.ts'
import { searchMissesOperations } from '../features/search-misses/synonyms.server.ts'
import { recordCall, securityLogOperations } from '../features/security-log/security-log.server.ts'
import { sessionsOperations } from '../features/sessions/sessions.server.ts'
import { socialSignInOperations } from '../features/social-sign-in/social-sign-in.server.ts'
import { specializationsOperations } from '../features/specializations/specializations.server.ts'
import { staffOperations } from '../features/staff/invitation.server.ts'
import { trainersOperations } from '../features/trainers/trainers.server.ts'
import { transfersOperations } from '../features/transfers/transfers.server.ts'
import { translationsOperations } from '../features/translation-report/translations.server.ts'
import { twoFactorOperations } from '../features/two-factor/two-factor.server.ts'
import { uploadsOperations } from '../features/uploads/uploads.server.ts'
import { visitsOperations } from '../features/visits/visits.server.ts'

export const localApi = createLocalApi(
  {
    accounts: accountsOperations,
    audit: auditOperations,
    attendance: attendanceOperations,
    blog: blogOperations,
    catalogue: catalogueOperations,
    certificates: certificatesOperations,
    checkout: checkoutOperations,
    closing: closingOperations,
    comments: commentsOperations,
    community: communityOperations,
    desk: deskOperations,
    institute: instituteOperations,
    courseEditing: courseEditingOperations,
    articleEditing: articleEditingOperations,
    courseProposals: courseProposalOperations,
    invoices: invoicesOperations,
    eInvoicing: eInvoicingOperations,
    leads: leadsOperations,
    materials: materialsOperations,
    media: mediaOperations,
    learners: learnersOperations,
    learning: learningOperations,
    lessons: lessonsOperations,
    moderation: moderationOperations,
    notifications: notificationsOperations,
    orders: ordersOperations,
    orderParts: orderPartsOperations,
    paymentPlans: paymentPlansOperations,
    pageEditing: pageEditingOperations,
    pages: pagesOperations,
    passkeys: passkeysOperations,
    passwordReset: passwordResetOperations,
    payments: paymentsOperations,
    personalData: personalDataOperations,
    profile: profileOperations,
    proof: proofOperations,
    refunds: refundsOperations,
    questions: questionsOperations,
    questionEditing: questionEditingOperations,
    banners: bannersOperations,
    visits: visitsOperations,
    menus: menusOperations,
    branches: branchesOperations,
    learnerMessages: learnerMessagesOperations,
    organisations: organisationsOperations,
    runs: runsOperations,
    savedViews: savedViewsOperations,
    search: searchOperations,
    securityLog: securityLogOperations,
    sessions: sessionsOperations,
    socialSignIn: socialSignInOperations,
    searchMisses: searchMissesOperations,
    specializations: specializationsOperations,
    translations: translationsOperations,
    deadLinks: deadLinksOperations,
    trainers: trainersOperations,
    coupons: couponsOperations,
    companies: companiesOperations,
    quotes: quotesOperations,
    purchasePayments: purchasePaymentsOperations,
    reports: reportsOperations,
    reviews: reviewsOperations,
    bankStatements: bankStatementsOperations,
    payouts: payoutsOperations,
    chargebacks: chargebacksOperations,
    staff: staffOperations,
    transfers: transfersOperations,
    twoFactor: twoFactorOperations,
    uploads: uploadsOperations,
  },
  recordCall,
)
