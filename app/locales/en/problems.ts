import type { ProblemCode, ProblemDetail } from '../../api/problem.ts'
import { formatMoney, formatNumber, formatTime, formatWeekday, pluralEn } from '../format.ts'
import { companyName as nameOf } from '../instalment-companies.ts'

const wait = (seconds: number) =>
  seconds < 60
    ? pluralEn(seconds, 'in {n} second', 'in {n} seconds')
    : pluralEn(Math.ceil(seconds / 60), 'in {n} minute', 'in {n} minutes')

/** In the words that the companies ask for. */
const declinedBy = (company: string, because: string) =>
  because === 'amount-too-high'
    ? `This purchase is above your current spending limit with ${company}. Your order is kept: choose another way to pay.`
    : because === 'amount-too-low'
      ? `This purchase is below the minimum of ${company}. Your order is kept: choose another way to pay.`
      : `Sorry, ${company} is unable to approve this purchase. Your order is kept: choose another way to pay.`

/** Why somebody waits no longer. */
const OUT_OF_LINE: Record<string, string | undefined> = {
  left: 'they have left the list',
  removed: 'they were taken off the list',
  offered: 'a seat is being offered to them already',
  taken: 'they have taken the seat that was offered',
  passed: 'they were offered a seat and did not take it',
  blocked: 'the account is not active',
}

const seatsTaken = ({ taken, offered, held }: ProblemDetail) =>
  [
    `${taken} taken${Number(offered) > 0 ? ` (${offered} of them offered to the waiting list)` : ''}`,
    ...(Number(held) > 0 ? [`${held} held outside this site`] : []),
  ].join(', ')

export const problemTexts: Record<ProblemCode, (detail: ProblemDetail) => string> = {
  validation: () => 'Please check the marked fields.',
  malformedJson: () => 'The request could not be read: its JSON is malformed.',
  malformedBody: () => 'The request could not be read: its body is incomplete or malformed.',
  unauthenticated: () => 'Please sign in first.',
  invalidCredentials: () => 'Invalid email or password',
  accountNotActive: () => 'Your account is not active yet. Enter the code that we sent to your email.',
  forbidden: () => 'You are not allowed to do this.',
  proofNeeded: () => 'Confirm that it is you first.',
  secondFactorNeeded: () => 'Add an authenticator app or sign in with a passkey first: staff cannot work without it.',
  crossSite: () => 'The request was refused because it came from another site.',
  notFound: () => 'We could not find what you are looking for.',
  methodNotAllowed: () => 'This address does not take this kind of request.',
  courseNotFound: () => 'We could not find this course.',
  companyNotFound: () => 'We could not find this company.',
  mediaNotFound: () => 'We could not find this picture in the media library.',
  articleNotFound: () => 'We could not find this article.',
  postNotFound: () => 'We could not find this post.',
  formNotFromPage: () => 'We did not recognise this form. Check what you typed and send it again.',
  formTooFast: () => 'The form came faster than it can be typed. Check what you typed and send it again.',
  formTooOld: () => 'This page was open for more than a day. Check what you typed and send it again.',
  formOfRobot: () =>
    'A program seems to have filled in this form, so we did not accept it. If it was you, please call us.',
  runNotEnded: () => 'The run has not ended: certificates are issued after its last session.',
  runNotFound: () => 'We could not find this run.',
  trainerNotFound: () => 'We could not find this trainer.',
  runCancelled: () => 'This run was cancelled and can no longer be changed.',
  runBegun: () => 'The first session must be in the future.',
  runEnded: () => 'This run is over.',
  sessionNotBegun: ({ startsAt }) =>
    `This session is still to come: it begins on ${formatWeekday(String(startsAt), 'en')}, ${formatTime(String(startsAt), 'en')}. Do you take its attendance now?`,
  sessionAttended: () => 'Attendance was taken in one of these sessions: it stays, and so does its time.',
  sessionsOverlap: () => 'Two sessions of this run overlap. Change the time of one of them.',
  monthNotOver: () => 'This month is not over yet.',
  monthClosed: () => 'This month is closed.',
  monthBeforeOpen: () => 'Close the months before it first.',
  nobodyToWriteTo: () => 'This message reaches nobody.',
  nobodyEnrolled: () => 'Nobody is enrolled in this run.',
  tooManyRecipients: ({ count }) => `A message goes to at most ${count} learners. Choose fewer runs.`,
  tooManyLessons: ({ count }) => `A course has at most ${count} lessons.`,
  quizNotPassed: ({ percent }) => `Answer the questions of the lesson first: it is done with ${percent}% or more.`,
  tooManyMaterials: ({ count }) =>
    `There is room for ${count} files at most. Take one back that is no longer needed, then add another.`,
  tooManyTags: ({ count }) => `A run has at most ${count} tags.`,
  previewStale: () => 'Something has changed since you saw what would happen. Look at it again, then confirm.',
  quoteNotDraft: () => 'This quote has been sent and cannot be changed. Make it a draft again first.',
  moreThanDue: ({ dueHalalas }) =>
    `This is more than the company owes, ${formatMoney(Number(dueHalalas), 'en')}. Nothing was booked.`,
  moneyBookedBefore: () =>
    'This movement was booked for the purchase before, under the same reference. Nothing was booked.',
  nothingDue: () => 'Nothing is due: all of it has been paid. No money was taken.',
  otherCompany: () => 'This purchase is another company’s: money of this company cannot pay it.',
  paymentStays: () =>
    'This entry stays: its month is closed, it came from the payment company or another purchase, its money went back since, or another bank movement is joined to it.',
  statementUsed: () => 'A movement of this file was used, so it stays. Those that were not used can be set aside.',
  quoteNotAccepted: () => 'This quote has not been accepted yet.',
  quoteAnswered: () => 'This quote was answered before, or withdrawn. Nothing has changed.',
  quoteExpired: () => 'This quote is no longer valid. Ask the institute for a new one.',
  quoteEmpty: () => 'Add seats to the quote first.',
  quoteSeatsGone: () =>
    'There are not enough free seats on one of the dates now. Ask for another date or fewer seats, or accept again once there are enough.',
  sellerIncomplete: () => 'Complete the institute’s legal and tax details in the settings first.',
  companyIncomplete: () => 'Complete the company’s national address first: the tax invoice needs it.',
  withdrawalOver: () => 'The time in which seats can be given back, by the terms of the quote, is over.',
  seatGone: () => 'This seat was given back. If you expected it, ask your company.',
  seatUnknown: () => 'We do not know this code. Check every character of it, or ask your company.',
  seatUsed: () => 'This code has been used before. Each code is for one seat.',
  seatNotReleased: () => 'Your company’s seats cannot be used yet. Ask whoever gave you the code.',
  seatOfOther: () => 'This seat is meant for another address. Use the address to which the code was sent.',
  orderNotInRun: () => 'Only a paid order with dates can be moved.',
  orderNotMovable: () => 'Only a paid order that was not refunded can be moved.',
  orderDisputed: () => 'The bank disputes the payment of this order: settle that before moving it.',
  orderOfCompany: () => 'A company bought this seat: it can only be moved to another run of the same course.',
  sameSeat: () => 'This is the seat of the order itself. Choose another course, run or person.',
  sameCourseMove: () =>
    'The other run costs the same, for the same learner: move it on the page of the order, which keeps the order and its documents.',
  orderAttended: () => 'Attendance was taken for this order: it stays in its run.',
  orderCertified: () => 'A certificate was issued for this order: it stays in its run.',
  orderRefundOpen: () => 'A refund of this order is open: settle it first, then move the order.',
  targetRunUnfit: () => 'Nobody can be moved to this run. Choose another run of the same course that has not begun.',
  notWaiting: () => 'You are not on the waiting list of this run.',
  runNotFull: () => 'This run has seats left: enrol now.',
  leadNotFound: () => 'We found no enquiry with this number. Open the link as it came in the email.',
  appealOver: () => 'The time to object to this decision is over, or your objection has reached us already.',
  ownDecision: () => 'This was your own decision: somebody else decides on the objection.',
  filterFull: () => 'The list is full. Remove what is no longer needed.',
  filterKnown: () => 'This is in the list already.',
  applicationDone: () => 'This applicant has already become a trainer. Open their page from the application.',
  accountsClash: () => 'Both accounts have an order for the same run. Cancel or refund one of them first, then merge.',
  sameAccount: () => 'Choose another account: this is the same one.',
  caseDecided: () => 'A colleague has decided on this text meanwhile; your decision was not needed.',
  leadGoneOn: () =>
    'A new message came while you were writing. Read it in the conversation, change your answer if need be, and send it again.',
  leadMerged: () => 'This enquiry was merged into another one of the same sender. Open that one and go on there.',
  leadOfOther: () => 'Only enquiries of one sender are merged: with the same email address or the same phone.',
  leadErased: () => 'The personal data of this enquiry was erased when its time was over, so it cannot be answered.',
  paymentNotFound: () => 'We could not find this payment.',
  orderNotFound: () => 'We could not find this order.',
  refundAboveLimit: ({ limitHalalas }) =>
    `You may refund at most ${formatMoney(Number(limitHalalas), 'en')} of one order. Ask the owner or the finance department to refund this amount.`,
  tooManyViews: ({ most }) => `A list has at most ${most} views of yours. Delete one first.`,
  logoMissing: () => 'There is no logo yet. Choose one first, then show it.',
  questionGroupNotEmpty: () => 'This group has questions. Move or delete them first.',
  nameTaken: () => 'There is another one with this name.',
  staffAccount: () => 'This account belongs to staff. An owner suspends it on the page “Staff”.',
  alreadyBlocked: () => 'This account is blocked already.',
  notBlocked: () => 'This account is not blocked.',
  ownAccount: () => 'This is your own account. Another owner can suspend it.',
  lastOwner: () => 'You are the only owner. Make somebody else an owner first.',
  lastWayIn: () => 'There is no other way into your account. Set a password first.',
  invitationGone: () => 'This invitation has expired or was used. Ask whoever invited you for a new one.',
  addressHasAccount: () => 'This address already has an account. Prove that it is yours first.',
  requestInProgress: () => 'Your earlier request is still being handled. Try again in a moment.',
  phoneNotVerified: () => 'Verify your mobile number first.',
  twoFactorNotEnabled: () => 'Two-factor authentication is not enabled for this account',
  twoFactorAlreadyEnabled: () => 'Two-factor authentication is already on.',
  passkeysFull: ({ most }) => `You have ${most} passkeys, which is the most. Remove one first.`,
  seatsGone: () => 'This date is fully booked. Choose another one.',
  enrolmentClosed: () => 'Enrolment for this date has closed. Choose another one.',
  seatsSold: (detail) =>
    detail.taken === undefined
      ? 'More seats of this date are sold than that. It cannot have fewer seats than are sold.'
      : `This run needs at least ${formatNumber(Number(detail.taken) + Number(detail.held))} seats: ${seatsTaken(detail)}.`,
  notInLine: ({ name, because }) =>
    name === undefined
      ? 'There is no such place on the waiting list. The list here is up to date.'
      : `Not possible for “\u2068${name}\u2069”: ${OUT_OF_LINE[String(because)] ?? ''}. The list here is up to date; offer the seat to somebody else on it.`,
  noSeatToOffer: ({ name, seats, ...taken }) =>
    `This run has no free seat to offer to “\u2068${name}\u2069”. It has ${seats}: ${seatsTaken(taken)}. Give it more seats, or wait: a seat that becomes free is offered to the first in line by itself.`,
  offersOver: () =>
    'Enrolment in this run is closed, or its course is not on offer, so no seats of it are offered. See “Edit the run” and the page of the course.',
  enrolmentClosesLate: () => 'Enrolment must close no later than the run begins.',
  enrolmentNotOpen: () => 'Enrolment for this date has not opened yet.',
  scheduleRequired: () => 'Choose a date first.',
  learnerEnrolled: () => 'The learner has an order in this run.',
  enrolledInOtherRun: () =>
    'You have a seat in another run of this course, or its receipt is being checked. Confirm that you want a second one.',
  alreadyEnrolled: () => 'You are already enrolled in this course.',
  orderNotPending: () => 'This order can no longer be changed.',
  paidOrderStays: () =>
    'The amounts of a paid order are never changed. Refund what is too much; order anew what is missing.',
  paymentUnderWay: () =>
    'Your earlier payment for this course is still being checked. Wait a few minutes and do not pay again; we will email you the result.',
  refundNotFound: () => 'This order has no such refund.',
  noRefundByTransfer: () => 'No money of this order is to be sent back by bank transfer.',
  refundSettled: () => 'This refund is settled and cannot be changed now.',
  orderNotPayable: () => 'This order can no longer be paid. Place a new one.',
  noTransfers: () => 'This order cannot be paid by bank transfer. Pay online.',
  tooManyTransfers: ({ most }) =>
    `You have ${most} orders waiting for a transfer, which is the most. Finish or cancel one of them, or pay this one online.`,
  noTransferOpen: () => 'This order is not waiting for a bank transfer.',
  transferApproved: () => 'This transfer has been approved already.',
  eInvoicingNotReady: () => 'The institute cannot be connected before what the settings lack is complete.',
  eInvoicingConnecting: () => 'An earlier connection is still being made. Wait until it has ended, then try again.',
  eInvoicingRefused: ({ reason }) => `The tax authority refused to connect the institute: \u2068${reason}\u2069`,
  eInvoicingUnavailable: () =>
    'The platform of the tax authority does not answer now. Try again in some minutes; after an hour you need a new code.',
  eInvoiceDecided: () => 'The tax authority has accepted this document, so it is not sent again.',
  notConnected: () => 'The institute is not connected to the tax authority. Connect it first.',
  invoiceNotCleared: () =>
    'This document waits for its clearance by the tax authority, which usually takes minutes. Try again in a while.',
  orderNotRefundable: () => 'This order was not paid, or its money is back already.',
  refundTooLate: () => 'The time to ask for a refund is over. Contact us if something kept you from asking.',
  refundCourseBegun: () =>
    'The course has begun, so it cannot be refunded here any more. Contact us if something happened.',
  refundCourseFinished: () =>
    'You have completed this course, so it cannot be refunded here any more. Contact us if something was wrong with it.',
  refundAsked: () => 'You have already asked for a refund of this order.',
  refundUnderWay: () => 'Money of this order is on its way back already.',
  paymentSettled: () => 'This payment was already attached or sent back.',
  paymentNotAttachable: () => 'Only a payment in riyals that belongs to no order can be attached. Send this one back.',
  ownOrder: () => 'This order is your own: a colleague has to decide about it.',
  holdNotExtended: () => 'That would not extend the hold, which ends when the run starts at the latest.',
  onlyByHand: () =>
    'This amount cannot be sent back through the present payment provider. Transfer it, then record the bank’s reference.',
  amountDiffers: ({ receivedHalalas, totalHalalas }) =>
    `${formatMoney(Number(receivedHalalas), 'en')} arrived, and the order’s total is ${formatMoney(Number(totalHalalas), 'en')}.`,
  noReceiptToCheck: () => 'No receipt of this part waits for a decision: it was declined already, or none was sent.',
  partNotOwed: () => 'Nothing is owed on this order now: it was paid, or the enrolment has ended.',
  accessPaused: () => 'Your lessons are paused until the missed part arrives. It is on the page of your courses.',
  partNotMissed: () => 'This part is not missed yet: it is seven days after its day.',
  tooManyPlans: ({ most }) => `There can be ${most} plans. Change an old one instead of adding another.`,
  planChanged: () => 'The parts or their days have changed since you saw them. Look at them and place the order again.',
  runIsOver: () =>
    'The run is over: the enrolment cannot end, nor the day of the part be moved. The amount stays owed.',
  noRefundAsked: () => 'No refund request is waiting for an answer.',
  couponUnknown: () => 'We do not know this coupon. Check how it is spelled.',
  couponInactive: () => 'This coupon is paused at the moment.',
  couponNotYetValid: () => 'This coupon is not valid yet.',
  couponExpired: () => 'This coupon has expired.',
  couponExhausted: () => 'This coupon has been used up.',
  couponUsedByLearner: () => 'You have used this coupon before.',
  couponMinimum: ({ minimumHalalas }) =>
    `This coupon needs an order of at least ${formatMoney(Number(minimumHalalas), 'en')}.`,
  amountTooSmall: ({ minimumHalalas }) =>
    `What is left after the discount is below ${formatMoney(Number(minimumHalalas), 'en')}, the least that can be paid online. Order without the coupon, or write to us.`,
  instalmentsNotOffered: () => 'This amount cannot be split. Choose another way to pay.',
  instalmentsDeclined: ({ company, because }) => declinedBy(nameOf(company, 'en'), String(because)),
  couponOtherCourse: () => 'This coupon does not cover this course.',
  statementUnreadable: () =>
    'This file is no bank statement that we know. Download it from the bank as CSV, MT940 or CAMT.053 and send it unchanged.',
  statementTooLong: ({ max }) =>
    `This file has more than ${formatNumber(Number(max))} rows, and nothing of it was read. Download a shorter time from the bank, or split the file and send each part.`,
  noCardPayment: () => 'There is no card payment here of which something is left to take back.',
  chargebackOpen: () => 'This payment has an open chargeback.',
  chargebackDecided: () => 'This chargeback was decided. Load the page again.',
  payoutMatched: () => 'Somebody has matched this payout before you. Load the page again.',
  lineUsed: () =>
    'Somebody was quicker with this movement, or not enough of it is left. Reload the page and look again.',
  mailSentRecently: ({ seconds }) =>
    `This mail was sent less than ten minutes ago, so nothing was sent now. It can be sent again ${wait(Number(seconds))}.`,
  moneyHasMovement: () =>
    'This money has its movement already, or less of it is left without one. Nothing was changed: reload the page and look again.',
  couponCodeTaken: () => 'There is another coupon with this code.',
  couponDatesWrong: () => 'A coupon must end after it begins.',
  couponOtherDomain: () => 'This coupon is for the staff of another organisation.',
  couponOtherCompany: () =>
    'This coupon is for people of particular companies, and your email address is not among theirs. Ask whoever handles training at your company.',
  courseIncomplete: () => 'The course cannot be published before the missing fields are filled in.',
  courseArchived: () => 'This course is in the archive. Bring it back first.',
  articleIncomplete: () => 'The article cannot be published before the missing fields are filled in.',
  articleArchived: () => 'This article is in the archive. Bring it back first.',
  priceUndecided: () =>
    'The price of this course is not decided. Ask somebody who sets prices to write it, or to publish the course as free.',
  ordersOpen: ({ count }) =>
    `${pluralEn(Number(count), 'One order waits', '{n} orders wait')} for payment. If you take the course down, what is paid for it afterwards is sent back.`,
  nothingToUndo: () => 'There is nothing to undo any more.',
  noDraft: () => 'This course has no draft.',
  proposalNotFound: () => 'No proposal waits here: it was decided or taken back.',
  nothingProposed: () => 'This proposal changes nothing: change a text first.',
  changedMeanwhile: () => 'Somebody changed this while you were writing. Compare both texts, then save yours again.',
  ownWriting: () => 'You wrote this yourself. You can change or delete it.',
  answeredIsGone: () =>
    'The comment that you answer can no longer be seen. You can send your text as a comment of its own.',
  writingStopped: () => 'You cannot write here any more. Contact us if you think that this is a mistake.',
  reviewHidden: () => 'This review is hidden. Show it before you answer it.',
  hiddenReviewStays: () =>
    'A review that we have hidden cannot be deleted. You can change its text, and write to us if it should be shown again.',
  reviewAnswered: () =>
    'A colleague answered this review, or removed the answer, while you were writing. Open the page again, read what is there, then send yours.',
  alreadyReviewed: () => 'You have reviewed this course already. You can edit your review.',
  reviewNeedsOrder: () => 'Reviews are for learners who took the course.',
  tooLarge: () => 'What was sent is larger than allowed.',
  uploadTooSlow: () => 'Sending stopped or took too long. Check your connection and send it again.',
  unsupportedType: () => 'This type of content is not supported.',
  idempotencyMismatch: () => 'The same request key was used before with other content.',
  codeWrong: () => 'Invalid OTP. Please try again.',
  codeExpired: () => 'The OTP has expired. Please request a new one.',
  passkeyRefused: () => 'That passkey was not accepted. Try another one, or another way.',
  passkeyExpired: () => 'That took too long. Use your passkey once more.',
  signInExpired: () => 'This sign-in took too long or too many tries. Start again.',
  externalExpired: () => 'This took too long. Start again.',
  tooManyRequests: ({ seconds }) => `Too many attempts. Try again ${wait(Number(seconds))}.`,
  unexpected: () => 'An unexpected error occurred. Please try again later.',
  latestCoursesFailed: () => 'Failed to fetch the latest courses',
  coursesFailed: () => 'Failed to fetch courses',
  courseFailed: () => 'Failed to fetch course by ID',
  similarCoursesFailed: () => 'Failed to fetch similar courses',
  specializationsFailed: () => 'Failed to fetch specialize',
  unavailable: ({ seconds }) =>
    `The service is briefly unavailable. Nothing that was confirmed to you is lost; try again ${wait(Number(seconds))}.`,
  storageDown: () => 'We cannot store or show files at the moment. Nothing that you wrote is lost; try again shortly.',
  busy: () => 'The site is very busy at the moment. Try again in a few seconds.',
  smsPaused: () => 'We cannot send text messages at the moment. Use another way, or try again later.',
  externalProviderDown: () =>
    'We could not reach the service that you chose. Try again shortly, or sign in another way.',
  paymentProviderDown: () => 'We could not reach the payment service. Nothing was charged; try again shortly.',
}
