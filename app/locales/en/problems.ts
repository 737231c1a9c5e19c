import type { ProblemCode, ProblemDetail } from '../../api/problem.ts'
import { formatMoney, pluralEn } from '../format.ts'

const wait = (seconds: number) =>
  seconds < 60
    ? pluralEn(seconds, 'in {n} second', 'in {n} seconds')
    : pluralEn(Math.ceil(seconds / 60), 'in {n} minute', 'in {n} minutes')

export const problemTexts: Record<ProblemCode, (detail: ProblemDetail) => string> = {
  validation: () => 'Please check the marked fields.',
  malformedJson: () => 'The request could not be read: its JSON is malformed.',
  malformedBody: () => 'The request could not be read: its body is incomplete or malformed.',
  unauthenticated: () => 'Please sign in first.',
  invalidCredentials: () => 'Invalid email or password',
  accountNotActive: () => 'Your account is not active yet. Enter the code that we sent to your email.',
  forbidden: () => 'You are not allowed to do this.',
  proofNeeded: () => 'Confirm that it is you first.',
  crossSite: () => 'The request was refused because it came from another site.',
  notFound: () => 'We could not find what you are looking for.',
  methodNotAllowed: () => 'This address does not take this kind of request.',
  courseNotFound: () => 'We could not find this course.',
  articleNotFound: () => 'We could not find this article.',
  postNotFound: () => 'We could not find this post.',
  orderNotFound: () => 'We could not find this order.',
  lastOwner: () => 'You are the only owner. Make somebody else an owner first.',
  lastWayIn: () => 'There is no other way into your account. Set a password first.',
  addressHasAccount: () => 'This address already has an account. Prove that it is yours first.',
  requestInProgress: () => 'Your earlier request is still being handled. Try again in a moment.',
  phoneNotVerified: () => 'Verify your mobile number first.',
  twoFactorNotEnabled: () => 'Two-factor authentication is not enabled for this account',
  twoFactorAlreadyEnabled: () => 'Two-factor authentication is already on.',
  seatsGone: () => 'This date is fully booked. Choose another one.',
  enrolmentClosed: () => 'Enrolment for this date has closed. Choose another one.',
  enrolmentNotOpen: () => 'Enrolment for this date has not opened yet.',
  scheduleRequired: () => 'Choose a date first.',
  alreadyEnrolled: () => 'You are already enrolled in this course.',
  orderNotPending: () => 'This order can no longer be changed.',
  orderNotPayable: () => 'This order can no longer be paid. Place a new one.',
  couponUnknown: () => 'We do not know this coupon. Check how it is spelled.',
  couponInactive: () => 'This coupon is paused at the moment.',
  couponNotYetValid: () => 'This coupon is not valid yet.',
  couponExpired: () => 'This coupon has expired.',
  couponExhausted: () => 'This coupon has been used up.',
  couponUsedByLearner: () => 'You have used this coupon before.',
  couponMinimum: ({ minimumHalalas }) =>
    `This coupon needs an order of at least ${formatMoney(Number(minimumHalalas), 'en')}.`,
  couponOtherCourse: () => 'This coupon does not cover this course.',
  couponOtherDomain: () => 'This coupon is for the staff of another organisation.',
  alreadyReviewed: () => 'You have reviewed this course already. You can edit your review.',
  reviewNeedsOrder: () => 'Reviews are for learners who took the course.',
  tooLarge: () => 'What was sent is larger than allowed.',
  unsupportedType: () => 'This type of content is not supported.',
  idempotencyMismatch: () => 'The same request key was used before with other content.',
  codeWrong: () => 'Invalid OTP. Please try again.',
  codeExpired: () => 'The OTP has expired. Please request a new one.',
  signInExpired: () => 'This sign-in took too long or too many tries. Start again.',
  externalExpired: () => 'This took too long. Start again.',
  tooManyRequests: ({ seconds }) => `Too many attempts. Try again ${wait(Number(seconds))}.`,
  unexpected: () => 'An unexpected error occurred. Please try again later.',
  smsPaused: () => 'We cannot send text messages at the moment. Use another way, or try again later.',
  externalProviderDown: () =>
    'We could not reach the service that you chose. Try again shortly, or sign in another way.',
  paymentProviderDown: () => 'We could not reach the payment service. Nothing was charged; try again shortly.',
}
