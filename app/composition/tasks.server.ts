/** The tasks of the job queue, and the schedule of the repeated ones. */
import { z } from 'zod'
import { deleteExpiredRegistrations } from '../features/accounts/registration/registration.server.ts'
import { publishDueArticleDrafts } from '../features/article-editing/drafts.server.ts'
import { publishDueArticles } from '../features/article-editing/publishing.server.ts'
import { deleteExpiredTries } from '../features/attempt-limits/attempt-limits.server.ts'
import { tidyBankLines } from '../features/bank-statements/pay-with-lines.server.ts'
import { notifyWaitlist } from '../features/catalogue/course/notify.server.ts'
import { indexCourses, refreshOffers } from '../features/catalogue/offers.server.ts'
import { deleteExpiredCodes } from '../features/codes/codes.server.ts'
import { countPostWords } from '../features/community/listing-queries.server.ts'
import { purgeRemovedPosts } from '../features/community/writing.server.ts'
import { eraseOldCompanyPeople } from '../features/companies/erase.server.ts'
import { publishDueCourseDrafts } from '../features/course-editing/drafts.server.ts'
import { publishDue } from '../features/course-editing/publishing.server.ts'
import { askAgain, askInParts, checkLinks } from '../features/dead-links/check-links.server.ts'
import { connectUnit } from '../features/e-invoicing/connecting.server.ts'
import { sendEInvoices } from '../features/e-invoicing/sending.server.ts'
import { sweepFiles } from '../features/files/files.server.ts'
import { issueMissing } from '../features/invoices/invoicing.server.ts'
import { attachmentsFor } from '../features/invoices/order-attachments.server.ts'
import { eraseOldLeads } from '../features/leads/leads.server.ts'
import { remindOfPromises } from '../features/leads/promises/promises.server.ts'
import { resumeLearnerMessages, workLearnerMessage } from '../features/learner-messages/learner-messages.server.ts'
import { deleteOldDataFiles, prepareDataFile } from '../features/learners/data-requests/data.server.ts'
import { tellOfMaterials } from '../features/materials/material-mails.server.ts'
import { sweepMedia } from '../features/media/sweep.server.ts'
import { deliverMessage } from '../features/messages/delivery.server.ts'
import { deleteExpiredMessages } from '../features/messages/messages.server.ts'
import { endDecisions } from '../features/moderation/appeals.server.ts'
import {
  beginDigests,
  deleteExpiredNotices,
  sendDigests,
  sendNotices,
} from '../features/notifications/mailing.server.ts'
import { notifyMembers } from '../features/notifications/notify-members.server.ts'
import { remindOfParts } from '../features/order-parts/part-reminders.server.ts'
import { deleteOldRefundAccounts } from '../features/orders/refund-account/refund-account.server.ts'
import { nameOrderSources } from '../features/orders/source-queries.server.ts'
import { publishDuePages } from '../features/page-editing/drafts.server.ts'
import { deleteExpiredResets } from '../features/password-reset/password-reset.server.ts'
import { closePayment, handlePaymentEvent } from '../features/payments/payments.server.ts'
import { comparePayments, reconcileOrders } from '../features/payments/reconciliation.server.ts'
import { tidyPayoutFiles } from '../features/payouts/payouts.server.ts'
import { deleteSentDeletionMails } from '../features/personal-data/erase.server.ts'
import { registerUsed } from '../features/pictures/library.server.ts'
import { applyToPurchase } from '../features/purchase-payments/apply-to-purchase.server.ts'
import { syncPurchasePayments } from '../features/purchase-payments/purchase-payments.server.ts'
import { resendPurchaseRefunds, sendPurchaseRefund } from '../features/purchase-payments/purchase-refunds.server.ts'
import { resendRefunds, sendRefund } from '../features/refunds/refund-jobs.server.ts'
import { remindOfWaitingMoney } from '../features/refunds/waiting-money.server.ts'
import { tellOfLessons } from '../features/reminders/lesson-mails.server.ts'
import { remindOfEndings, remindOfStarts } from '../features/reminders/reminders.server.ts'
import { resumeRunActions, workRunAction } from '../features/runs/run-action.server.ts'
import { offerSeats } from '../features/runs/waiting.server.ts'
import { deleteExpiredMisses, forgetAnsweredMisses } from '../features/search-misses/search-misses.server.ts'
import { deleteExpiredChallenges } from '../features/second-factors/second-factor-challenge.server.ts'
import { deleteOldSecurityEvents } from '../features/security-log/security-log.server.ts'
import { deleteExpiredSessions } from '../features/sessions/session.server.ts'
import { deleteExpiredPendingIdentities } from '../features/social-sign-in/pending-identity.server.ts'
import { deleteExpiredSignInAttempts } from '../features/social-sign-in/sign-in-attempts.server.ts'
import { deleteExpiredInvitations } from '../features/staff/invitation.server.ts'
import { refundPartTransfers } from '../features/transfers/approve-transfer.server.ts'
import { deleteExpiredReceipts } from '../features/transfers/receipt.server.ts'
import { decayScores } from '../features/views/views.server.ts'
import { deleteExpiredVisits, settleCampaigns } from '../features/visits/visits.server.ts'
import { deleteExpiredPasskeyChallenges } from '../features/webauthn/passkey-ceremony.server.ts'
import { deleteExpiredSpools } from '../http/bodies/spool.server.ts'
import { deleteExpiredIdempotencyKeys } from '../http/idempotency.server.ts'
import type { Services } from '../platform/context.server.ts'
import type { Tasks } from '../platform/jobs.server.ts'
import { deleteEmptyBuckets } from '../platform/limits/rate-bucket.server.ts'
import { deleteExpiredLimits } from '../platform/limits/rate-limit.server.ts'

const ById = z.object({ id: z.int() })
const Written = z.object({ kind: z.enum(['post', 'comment']), id: z.int() })
const Asked = z.object({ asked: z.int() })
const Batch = z.object({ day: z.iso.date(), after: z.int() })

export function tasksOf(services: Services): Tasks {
  return {
    sendMessage: async (payload) => deliverMessage(services, ById.parse(payload).id, attachmentsFor(services)),
    handlePaymentEvent: (payload) => handlePaymentEvent(services, payload, applyToPurchase),
    closePayment: (payload) => closePayment(services, payload, applyToPurchase),
    sendRefund: (payload) => sendRefund(services, payload),
    workRunAction: (payload) => workRunAction(services, payload),
    workLearnerMessage: (payload) => workLearnerMessage(services, ById.parse(payload)),
    resumeLearnerMessages: () => resumeLearnerMessages(services),
    offerSeats: () => offerSeats(services),
    resumeRunActions: () => resumeRunActions(services),
    resendRefunds: () => resendRefunds(services),
    sendPurchaseRefund: (payload) => sendPurchaseRefund(services, payload),
    resendPurchaseRefunds: () => resendPurchaseRefunds(services),
    remindOfWaitingMoney: () => remindOfWaitingMoney(services),
    comparePayments: () => comparePayments(services, applyToPurchase),
    syncPurchasePayments: () => syncPurchasePayments(services),
    reconcileOrders: () => reconcileOrders(services),
    tidyBankLines: () => tidyBankLines(services),
    tidyPayoutFiles: () => tidyPayoutFiles(services),
    refundPartTransfers: () => refundPartTransfers(services),
    sendEInvoices: () => sendEInvoices(services),
    connectUnit: (payload) => connectUnit(services, payload),
    issueMissing: () => issueMissing(services),
    nameOrderSources: () => nameOrderSources(services),
    remindOfEndings: async () => remindOfEndings(services),
    remindOfStarts: async () => remindOfStarts(services),
    remindOfParts: () => remindOfParts(services),
    remindOfPromises: () => remindOfPromises(services),
    prepareDataFile: async (payload) => prepareDataFile(services, ById.parse(payload)),
    endDecisions: () => endDecisions(services),
    publishDue: () => publishDue(services),
    publishDueCourseDrafts: () => publishDueCourseDrafts(services),
    publishDueArticles: () => publishDueArticles(services),
    publishDueArticleDrafts: () => publishDueArticleDrafts(services),
    publishDuePages: () => publishDuePages(services),
    refreshOffers: () => refreshOffers(services),
    indexCourses: () => indexCourses(services),
    forgetAnsweredMisses: () => forgetAnsweredMisses(services),
    notifyWaitlist: async () => notifyWaitlist(services),
    settleCampaigns: () => settleCampaigns(services),
    decayScores: async () => decayScores(services),
    countPostWords: async () => countPostWords(services.db),
    forgetRemovedPosts: async () => purgeRemovedPosts(services),
    sweepFiles: async () => {
      await deleteExpiredSpools(services)
      await sweepFiles(services)
    },
    sweepMedia: () => sweepMedia(services),
    registerMedia: async () => void (await registerUsed(services)),
    tellMembers: async (payload) => notifyMembers(services, Written.parse(payload)),
    tellOfLessons: async (payload) => tellOfLessons(services, z.object({ courseId: z.int() }).parse(payload).courseId),
    tellOfMaterials: async (payload) => tellOfMaterials(services, z.object({ runId: z.int() }).parse(payload).runId),
    mailNotices: async (payload) => sendNotices(services, z.object({ userId: z.int() }).parse(payload).userId),
    checkLinks: async () => {
      await checkLinks(services)
      await askInParts(services, 0)
    },
    askSites: (payload) => askInParts(services, Asked.parse(payload).asked),
    askSiteAgain: (payload) => askAgain(services, ById.parse(payload).id),
    beginDigests: () => beginDigests(services),
    sendDigests: async (payload) => sendDigests(services, Batch.parse(payload)),
    forgetOld: async () => {
      await deleteExpiredLimits(services)
      await deleteEmptyBuckets(services)
      await deleteExpiredIdempotencyKeys(services)
      await deleteExpiredSessions(services)
      await deleteExpiredCodes(services)
      await deleteExpiredRegistrations(services)
      await deleteExpiredTries(services)
      await deleteOldSecurityEvents(services)
      await deleteSentDeletionMails(services)
      await deleteExpiredChallenges(services)
      await deleteExpiredPasskeyChallenges(services)
      await deleteExpiredResets(services)
      await deleteExpiredInvitations(services)
      await deleteExpiredSignInAttempts(services)
      await deleteExpiredPendingIdentities(services)
      await deleteExpiredMisses(services)
      await deleteExpiredVisits(services)
      await deleteExpiredMessages(services)
      await eraseOldLeads(services)
      await eraseOldCompanyPeople(services)
      await deleteExpiredReceipts(services)
      await deleteOldRefundAccounts(services)
      await deleteExpiredNotices(services)
      await deleteOldDataFiles(services)
    },
  }
}

/** Crontab lines of the queue, in UTC. Digests and reminders of waiting money are sent at seven in Riyadh, or as soon as a
 * server runs again. */
export const SCHEDULE = `
* * * * * reconcileOrders ?jobKey=reconcileOrders&jobKeyMode=preserve_run_at&priority=-10
* * * * * syncPurchasePayments ?jobKey=syncPurchasePayments&jobKeyMode=preserve_run_at
*/15 * * * * comparePayments ?jobKey=comparePayments&jobKeyMode=preserve_run_at
29 * * * * resendRefunds
31 * * * * resendPurchaseRefunds
37 * * * * resumeRunActions
33 * * * * resumeLearnerMessages
*/5 * * * * refundPartTransfers
*/5 * * * * settleCampaigns
*/5 * * * * tidyBankLines
47 * * * * tidyPayoutFiles
* * * * * remindOfEndings
* * * * * offerSeats
*/10 * * * * remindOfStarts
12 5 * * * remindOfParts ?fill=12h
*/10 * * * * remindOfPromises
17 1 * * * forgetOld
23 0 * * * decayScores
41 1 * * * countPostWords
7 0 * * * checkLinks ?fill=12h
* * * * * endDecisions
* * * * * publishDue
* * * * * publishDueCourseDrafts
* * * * * publishDueArticles
* * * * * publishDueArticleDrafts
* * * * * publishDuePages
* * * * * refreshOffers
* * * * * indexCourses
*/5 * * * * forgetAnsweredMisses
*/5 * * * * notifyWaitlist
*/5 * * * * forgetRemovedPosts
43 * * * * sweepFiles
39 * * * * sweepMedia
*/5 * * * * registerMedia
* * * * * sendEInvoices ?jobKey=sendEInvoices&jobKeyMode=preserve_run_at&priority=-10
51 * * * * issueMissing ?fill=2h
33 * * * * nameOrderSources ?fill=2h
0 4 * * * beginDigests ?fill=6h
0 4 * * * remindOfWaitingMoney ?fill=12h
`
