/** Every expected failure by its code, with its HTTP status; the texts are in `locales/<lang>/problems.ts`. */
export const PROBLEMS = {
  validation: 400,
  malformedJson: 400,
  malformedBody: 400,
  formNotFromPage: 400,
  formTooFast: 400,
  formTooOld: 400,
  formOfRobot: 403,
  unauthenticated: 401,
  invalidCredentials: 401,
  accountNotActive: 403,
  forbidden: 403,
  proofNeeded: 403,
  secondFactorNeeded: 403,
  crossSite: 403,
  notFound: 404,
  methodNotAllowed: 405,
  courseNotFound: 404,
  courseIncomplete: 409,
  courseArchived: 409,
  priceUndecided: 409,
  ordersOpen: 409,
  nothingToUndo: 409,
  noDraft: 404,
  proposalNotFound: 404,
  nothingProposed: 409,
  articleNotFound: 404,
  postNotFound: 404,
  orderNotFound: 404,
  paymentNotFound: 404,
  leadNotFound: 404,
  runNotFound: 404,
  runNotEnded: 409,
  trainerNotFound: 404,
  runCancelled: 409,
  runBegun: 409,
  runEnded: 409,
  sessionsOverlap: 409,
  sessionAttended: 409,
  previewStale: 409,
  monthNotOver: 409,
  monthClosed: 409,
  monthBeforeOpen: 409,
  targetRunUnfit: 409,
  orderNotInRun: 409,
  orderAttended: 409,
  orderCertified: 409,
  orderRefundOpen: 409,
  notWaiting: 409,
  runNotFull: 409,
  requestInProgress: 409,
  changedMeanwhile: 409,
  ownWriting: 409,
  writingStopped: 403,
  lastOwner: 409,
  lastWayIn: 409,
  addressHasAccount: 409,
  phoneNotVerified: 409,
  twoFactorNotEnabled: 409,
  twoFactorAlreadyEnabled: 409,
  passkeysFull: 409,
  seatsGone: 409,
  seatsSold: 409,
  enrolmentClosed: 409,
  enrolmentNotOpen: 409,
  enrolmentClosesLate: 409,
  scheduleRequired: 409,
  alreadyEnrolled: 409,
  orderNotPending: 409,
  orderNotPayable: 409,
  refundAboveLimit: 403,
  refundNotFound: 404,
  refundSettled: 409,
  noRefundByTransfer: 409,
  paidOrderStays: 409,
  paymentUnderWay: 409,
  noTransfers: 409,
  tooManyTransfers: 409,
  noTransferOpen: 409,
  transferApproved: 409,
  holdNotExtended: 409,
  ownOrder: 403,
  ownAccount: 409,
  nameTaken: 409,
  tooManyViews: 409,
  orderNotRefundable: 409,
  refundTooLate: 409,
  refundCourseBegun: 409,
  refundAsked: 409,
  refundUnderWay: 409,
  noRefundAsked: 409,
  paymentSettled: 409,
  paymentNotAttachable: 409,
  onlyByHand: 409,
  amountDiffers: 409,
  amountTooSmall: 409,
  couponUnknown: 409,
  couponInactive: 409,
  couponNotYetValid: 409,
  couponExpired: 409,
  couponExhausted: 409,
  couponUsedByLearner: 409,
  couponMinimum: 409,
  couponOtherCourse: 409,
  couponOtherDomain: 409,
  couponDatesWrong: 409,
  couponCodeTaken: 409,
  statementUnreadable: 422,
  lineUsed: 409,
  payoutMatched: 409,
  noCardPayment: 409,
  chargebackOpen: 409,
  chargebackDecided: 409,
  alreadyReviewed: 409,
  reviewNeedsOrder: 403,
  uploadTooSlow: 408,
  tooLarge: 413,
  unsupportedType: 415,
  idempotencyMismatch: 422,
  codeWrong: 400,
  codeExpired: 400,
  signInExpired: 400,
  externalExpired: 400,
  invitationGone: 400,
  passkeyRefused: 400,
  passkeyExpired: 400,
  tooManyRequests: 429,
  unexpected: 500,
  latestCoursesFailed: 500,
  coursesFailed: 500,
  courseFailed: 500,
  similarCoursesFailed: 500,
  specializationsFailed: 500,
  unavailable: 503,
  paymentProviderDown: 502,
  externalProviderDown: 502,
  smsPaused: 503,
  busy: 503,
  storageDown: 503,
} as const

export type ProblemCode = keyof typeof PROBLEMS
/** Values for a problem's text: a wait, an amount, a course. */
export type ProblemDetail = Record<string, string | number>
/** Keys of `locales/<lang>/fields.ts`, or texts, by the field's name. */
export type FieldErrors = Record<string, string[]>
/** The fields of an edit that somebody else changed meanwhile: the author's value, and the one that is saved. */
export type Conflicts = Record<string, { yours: unknown; theirs: unknown }>

/** An expected failure. Unexpected errors are not wrapped. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: ProblemDetail
  readonly fields: FieldErrors | undefined
  readonly conflicts: Conflicts | undefined
  constructor(code: ProblemCode, detail: ProblemDetail = {}, fields?: FieldErrors, conflicts?: Conflicts) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.detail = detail
    this.fields = fields
    this.conflicts = conflicts
  }
  get status(): number {
    return PROBLEMS[this.code]
  }
}

/** Compares names, not classes, since pages and the server may have different copies of the class. */
export function isProblem(error: unknown, code?: ProblemCode): error is Problem {
  const hasName = error instanceof Error && error.name === 'Problem'
  return hasName && (code === undefined || (error as Problem).code === code)
}
