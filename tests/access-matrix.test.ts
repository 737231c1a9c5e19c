/** The audience of every endpoint in the contract, checked over HTTP with every kind of visitor. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Audience, Endpoint } from '../app/api/endpoint.ts'
import { PROBLEMS, type ProblemCode } from '../app/api/problem.ts'
import { RIGHTS, type Right, type Role } from '../app/api/rights.ts'
import { createPendingFile } from '../app/features/files/files.server.ts'
import { issueInvoice } from '../app/features/invoices/invoicing.server.ts'
import { insertRefund } from '../app/features/ledger/refund-queries.server.ts'
import { lessonDeskEndpoints } from '../app/features/lessons/desk-contract.ts'
import { insertAttempt } from '../app/features/orders/attempt-queries.server.ts'
import { insertUpload } from '../app/features/uploads/queries.server.ts'
import { insertPasskey } from '../app/features/webauthn/passkey-queries.server.ts'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { HOUR_MS, MINUTE_MS } from '../app/platform/durations.ts'
import { newPerson, PASSWORD } from './support/accounts/accounts.ts'
import { secondFactor, verifiedPhone } from './support/accounts/second-factors.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { pdf } from './support/attacks/upload-corpus.ts'
import { course, learner, order, orderInParts, review } from './support/factories.ts'
import { IS_LONG } from './support/long.ts'
import { institute } from './support/orders/invoices.ts'
import { bookable } from './support/orders/orders.ts'
import { TABLE } from './support/rights-table.ts'
import { tokenOf } from './support/signed-in.ts'
import { author, post, postCategory } from './support/writing.ts'

const VISITORS = {
  guest: [],
  learner: ['Student'],
  'learner in a browser': ['Student'],
  'other learner': ['Student'],
  teacher: ['Teacher'],
  content: ['Content'],
  finance: ['Finance'],
  admin: ['Admin'],
  owner: ['Owner'],
  'expired access token': [],
  'revoked session': [],
  'suspended account': [],
  'erased account': [],
  'forged token': [],
  'person who waits for the second factor': [],
  'person who waits for the second factor, in a browser': [],
} as const satisfies Record<string, readonly Role[]>
type Visitor = keyof typeof VISITORS

const OTHERS = ['other learner', 'teacher', 'content', 'finance', 'admin', 'owner'] as const
const SIGNED_IN = ['learner', 'learner in a browser', ...OTHERS] as const

const calls = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${feature}.${name}`, endpoint] as const,
  ),
)

/** Endpoints for one resource of a learner; other users must not learn that it exists. */
const OWN: Record<string, () => Promise<{ id: string | number }>> = {
  'checkout.order': async () => ({ id: await placed() }),
  'checkout.cancel': async () => ({ id: await placed() }),
  'refunds.giveRefundAccount': async () => ({
    id: await transferToReturn(),
    iban: 'SA0380000000608010167519',
    holder: 'Sara Ali',
  }),
  'refunds.requestRefund': async () => ({ id: await seated(), reason: 'x' }),
  'refunds.withdrawRefund': async () => ({ id: await transferToReturn() }),
  'orderParts.payPart': async () => ({ id: await owing(), part: 2 }),
  'transfers.sendPartReceipt': async () => ({ id: await owing(), part: 2, rawFile: pdf().toString('latin1') }),
  'orders.calendar': async () => ({ id: await seated() }),
  'lessons.recordedCourse': async () => ({ id: (await lessonOfLearner()).courseId }),
  'lessons.lesson': async () => ({ id: (await lessonOfLearner()).id }),
  'lessons.watchLesson': async () => ({ id: (await lessonOfLearner()).id, seconds: 1 }),
  'lessons.completeLesson': async () => ({ id: (await lessonOfLearner(false)).id }),
  'lessons.answerQuiz': async () => ({ id: (await lessonOfLearner()).id, chosen: [[0]] }),
  'lessons.lessonFile': async () => ({ id: (await lessonOfLearner()).fileId }),
  'materials.material': async () => ({ id: await materialOfLearner() }),
  'transfers.sendReceipt': async () => ({ id: await awaitingTransfer(), rawFile: pdf().toString('latin1') }),
  'socialSignIn.disconnect': async () => ({ id: await connected() }),
  'catalogue.editReview': async () => ({ id: await reviewed(), rate: 4, comment: 'x' }),
  'catalogue.deleteReview': async () => ({ id: await reviewed() }),
  'sessions.endSessions': async () => ({ id: await sessionOfLearner() }),
  'passkeys.renamePasskey': async () => ({ id: await passkeyOfLearner(), name: 'x' }),
  'passkeys.removePasskey': async () => ({ id: await passkeyOfLearner() }),
  'notifications.markRead': async () => ({ id: await noticeOfLearner() }),
  'uploads.waiting': async () => ({ id: await uploadOfLearner() }),
}

/** Configured, so that a connection counts as a sign-in method; no request is sent to it. */
const PROVIDER = {
  OIDC_ELSEWHERE_ISSUER: 'https://issuer.example',
  OIDC_ELSEWHERE_CLIENT_ID: 'maahad',
  OIDC_ELSEWHERE_CLIENT_SECRET: 'secret',
}
type Own = { theirs: () => Promise<Record<string, unknown>>; refused: number; right: Right }
/** Endpoints for what has an owner: only they and whoever has the right may use them; others get this status. */
const WRITTEN: Record<string, Own> = {
  'community.changePost': {
    theirs: async () => ({ id: await written(), ...(await newPost()) }),
    refused: 403,
    right: 'moderation.decide',
  },
  'community.removePost': { theirs: async () => ({ id: await written() }), refused: 403, right: 'moderation.decide' },
  'invoices.invoicePdf': { theirs: async () => ({ id: await invoiced() }), refused: 404, right: 'invoices.view' },
  'invoices.invoice': { theirs: async () => ({ id: await invoiced() }), refused: 404, right: 'invoices.view' },
  'community.restorePost': {
    theirs: async () => ({ id: await written({ state: 'removed' }) }),
    refused: 404,
    right: 'moderation.decide',
  },
}
/** Endpoints for staff only, about other users' texts and orders. */
const OF_OTHERS = [
  ...Object.keys(contract.courseEditing).map((name) => `courseEditing.${name}`),
  ...Object.keys(contract.articleEditing).map((name) => `articleEditing.${name}`),
  ...Object.keys(contract.pageEditing).map((name) => `pageEditing.${name}`),
  ...Object.keys(lessonDeskEndpoints).map((name) => `lessons.${name}`),
  ...['materialsOfRun', 'addMaterial', 'removeMaterial'].map((name) => `materials.${name}`),
  ...Object.keys(contract.coupons).map((name) => `coupons.${name}`),
  ...Object.keys(contract.companies).map((name) => `companies.${name}`),
  ...Object.keys(contract.quotes).map((name) => `quotes.${name}`),
  ...Object.keys(contract.learners).map((name) => `learners.${name}`),
  'purchasePayments.cardAttempts',
  'purchasePayments.cardRefunds',
  'purchasePayments.refundCard',
  ...['attachToPurchasePreview', 'attachToPurchase', 'keepAsCredit', 'companyCredit', 'useCredit'].map(
    (name) => `purchasePayments.${name}`,
  ),
  ...Object.keys(contract.courseProposals).map((name) => `courseProposals.${name}`),
  ...[
    ...['chargebacksOfOrder', 'recordChargeback', 'chargebacksOfPurchase', 'recordPurchaseChargeback'],
    ...['noteChargeback', 'decideChargeback'],
  ].map((name) => `chargebacks.${name}`),
  ...['payout', 'payoutLines', 'exportPayout', 'payoutFile', 'nameReportColumns', 'matchPayout', 'unmatchPayout'].map(
    (name) => `payouts.${name}`,
  ),
  ...[
    'bankStatement',
    'nameColumns',
    'takeStatementBack',
    'setLineAside',
    'reopenLine',
    'useForBooked',
    'undoUseForBooked',
  ].map((name) => `bankStatements.${name}`),
  ...['attendance.session', 'attendance.mark', 'attendance.scan', 'attendance.attendees', 'attendance.badges'],
  'runs.exportWaiting',
  ...['attendance.exportAttendees', 'certificates.issueCertificates', 'certificates.revokeCertificate'],
  ...['certificates.proposeCertificates', 'certificates.reissueCertificate'],
  ...['review', 'answerReview', 'removeAnswer', 'hideReview', 'showReview'].map((name) => `reviews.${name}`),
  'moderation.authorHistory',
  ...['leads.leadsOfOrder', 'leads.changeTrainerCriterion'],
  ...['leads.changeAnswerTemplate', 'leads.removeAnswerTemplate'],
  ...['moderation.decideAppeal', 'moderation.removeFilter'],
  ...['moderation.report', 'moderation.decide', 'savedViews.changeView', 'savedViews.deleteView'],
  ...['desk.retryMessage', 'desk.dismissFailure', 'desk.retryJob'],
  ...[
    'orders.sendMailAgain',
    'transfers.approveTransfer',
    'transfers.declineTransfer',
    'transfers.declinePartReceipt',
    'checkout.extendOrder',
    'checkout.cancelOrder',
    ...['recordPart', 'extendPart', 'pauseAccess', 'resumeAccess', 'endMissedPreview', 'endMissed'].map(
      (name) => `orderParts.${name}`,
    ),
    ...['paymentPlan', 'changePaymentPlan'].map((name) => `paymentPlans.${name}`),
    'runs.orderMovePreview',
    'runs.moveOrder',
    'runs.enrolmentMovePreview',
    'runs.moveEnrolment',
    'orders.staffOrder',
    'refunds.refund',
    'refunds.retryRefund',
    'refunds.recordRefund',
    'refunds.declineRefund',
    'payments.unmatchedPayment',
    'payments.attachPreview',
    'payments.attachPayment',
    'payments.returnPayment',
    'personalData.exportData',
    'quotes.recordAcceptance',
    'quotes.recordCompanyPayment',
    'quotes.releaseSeats',
    'quotes.withdrawSeats',
    ...[
      'undoCompanyPayment',
      'renameSeat',
      'takeNameOff',
      'changeQuoteContact',
      'quoteMails',
      'sendQuoteMailAgain',
    ].map((name) => `quotes.${name}`),
  ],
  ...['specializations.changeSpecialization', 'trainers.changeTrainer'],
  ...['specializations.undoSpecialization', 'trainers.undoTrainer'],
  ...['trainers.setTrainerPicture', 'trainers.removeTrainerPicture', 'trainers.chooseTrainerPicture'],
  'deadLinks.checkAgain',
  ...['banners.banner', 'banners.changeBanner', 'banners.confirmBannerEnglish', 'banners.removeBanner'],
  ...['change', 'choose', 'confirm', 'move', 'remove'].map(
    (what) => `organisations.${what}Organisation${what === 'choose' ? 'Logo' : what === 'confirm' ? 'English' : ''}`,
  ),
  ...[
    'editedQuestion',
    'changeQuestion',
    'undoQuestion',
    'confirmQuestionEnglish',
    'moveQuestion',
    'removeQuestion',
  ].map((name) => `questionEditing.${name}`),
  ...['mediaItem', 'changeMedia', 'replaceMedia'].map((name) => `media.${name}`),
  ...['specializations.confirmSpecializationEnglish', 'trainers.confirmTrainerEnglish'],
  ...['staffMember', 'changeRoles', 'suspend', 'resume', 'endStaffSessions'].map((name) => `staff.${name}`),
  ...['runs.run', 'runs.editRun', 'runs.editSession', 'runs.setRunCapacity', 'runs.setRunPrice'],
  ...[
    'runs.waitingList',
    'runs.offerSeat',
    'runs.removeWaiting',
    'runs.reschedulePreview',
    'runs.rescheduleRun',
    'runs.cancelPreview',
    'runs.cancelRun',
  ],
]
/** Endpoints for public resources that each user follows individually. */
const OF_EVERYBODY = [
  'comments.markUseful',
  'comments.unmarkUseful',
  'notifications.following',
  'notifications.follow',
  'notifications.unfollow',
  'runs.joinWaiting',
  'runs.waitingPlace',
  'runs.leaveWaiting',
]

let app: TestApp
/** Each call has a session of its own, since some calls end it. */
const people = new Map<Visitor, SignedInUser>()
const deadTokens: Partial<Record<Visitor, string>> = {}
/** The cookies of a browser between password and second factor. */
let challengeCookie: string

beforeAll(async () => {
  app = await startTestApp({ env: PROVIDER })
  deadTokens['expired access token'] = (await newPerson(app)).tokens.accessToken
  app.advance(16 * MINUTE_MS)
  const revoked = await newPerson(app)
  await revoked.browser.call('POST', 'Auth/logout', { body: {} })
  deadTokens['revoked session'] = revoked.tokens.accessToken
  const suspended = await newPerson(app)
  await app.db.updateTable('users').set({ status: 'suspended' }).where('email', '=', suspended.email).execute()
  deadTokens['suspended account'] = suspended.tokens.accessToken
  const erased = await newPerson(app)
  await erased.browser.call('DELETE', 'Profile', { body: { password: PASSWORD } })
  deadTokens['erased account'] = erased.tokens.accessToken
  const halfWay = await personAtTheSecondStep()
  deadTokens['person who waits for the second factor'] = halfWay
  challengeCookie = `challenge=${halfWay}`
  for (const visitor of SIGNED_IN) people.set(visitor, await learner(app.db, { roles: [...VISITORS[visitor]] }))
  const [head, claims] = (await tokenOf(app, people.get('owner')!)).split('.')
  deadTokens['forged token'] = `${head}.${claims}.${'A'.repeat(43)}`
})
afterAll(() => app.stop())

/** The token between a correct password and the second factor. */
async function personAtTheSecondStep(): Promise<string> {
  const { browser, email } = await newPerson(app)
  await verifiedPhone(app, browser)
  await secondFactor(browser)
  const { data } = await app.call('POST', 'auth/login', { body: { email, password: PASSWORD } })
  return data.challenge
}

const placed = async () => {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  return (await order(app.db, { courseId, userId: people.get('learner')!.id, status: 'pending' })).id
}
/** A paid seat in a run. */
const seated = async () => (await order(app.db, { ...(await bookable(app.db)), userId: people.get('learner')!.id })).id
const owing = async () =>
  (await orderInParts(app.db, { ...(await bookable(app.db)), userId: people.get('learner')!.id })).id
/** A lesson, with a file and a quiz, of a recorded course that the learner has bought. */
const lessonOfLearner = async (hasQuiz = true) => {
  const { id: courseId } = await course(app.db, { delivery: 2 })
  await order(app.db, { courseId, userId: people.get('learner')!.id })
  const words = { ar: 'س' }
  const quiz = { passPercent: 50, questions: [{ text: words, choices: [{ text: words, right: true }] }] }
  const lesson = { course_id: courseId, key: 'one', position: 0, minutes: 1 }
  const { id } = await app.db
    .insertInto('lessons')
    .values({ ...lesson, title: JSON.stringify(words), quiz: hasQuiz ? JSON.stringify(quiz) : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const storedId = await createPendingFile(app.services, {
    ...{ purpose: 'lesson', kind: 'file', type: 'application/pdf', size: 1, fileName: 'a.pdf' },
    ...{ names: [`files/${randomUUID()}/file.pdf`], ownerId: null, isPublic: true },
  })
  const added = app.db.insertInto('lesson_files').values({ lesson_id: id, kind: 'file', file_id: storedId, hash: 'x' })
  return { id, courseId, fileId: (await added.returning('id').executeTakeFirstOrThrow()).id }
}
/** A file of a run in which the learner has a seat. */
const materialOfLearner = async () => {
  const { courseId, scheduleId } = await bookable(app.db)
  await order(app.db, { courseId, scheduleId, userId: people.get('learner')!.id })
  const fileId = await createPendingFile(app.services, {
    ...{ purpose: 'material', kind: 'file', type: 'application/pdf', size: 1, fileName: 'a.pdf' },
    ...{ names: [`files/${randomUUID()}/file.pdf`], ownerId: null, isPublic: false },
  })
  const values = { schedule_id: scheduleId, file_id: fileId, added_at: new Date() }
  const added = app.db.insertInto('run_materials').values(values).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}
const awaitingTransfer = async () => {
  const id = await placed()
  const expiresAt = new Date(app.services.now().getTime() + HOUR_MS)
  await app.db.updateTable('orders').set({ method: 'transfer', expires_at: expiresAt }).where('id', '=', id).execute()
  return id
}
/** An order by transfer whose refund was requested. */
const transferToReturn = async () => {
  const id = await awaitingTransfer()
  const [now, attempt] = [app.services.now(), randomUUID()]
  await insertAttempt(app.db, { id: attempt, orderId: id, provider: 'transfer', amountHalalas: 100, now })
  const refund = { id: randomUUID(), orderId: id, attemptId: attempt, reason: 'x', now, status: 'requested' } as const
  await insertRefund(app.db, { ...refund, requestedBy: people.get('learner')!.id })
  return id
}
/** An order with its invoice. */
const invoiced = async () => {
  const id = await seated()
  await institute(app.db)
  await app.db.transaction().execute((tx) => issueInvoice(tx, id, app.services.now()))
  return id
}
const passkeyOfLearner = async () => {
  const id = randomUUID()
  const now = app.services.now()
  await insertPasskey(app.db, {
    ...{ id, userId: people.get('learner')!.id, publicKey: Buffer.alloc(1), counter: 0 },
    ...{ transports: [], isSynced: false, name: 'x', now },
  })
  return id
}
const noticeOfLearner = async () => {
  const notice = { user_id: people.get('learner')!.id, kind: 'mention', post_id: await post(app.db) }
  const { id } = await app.db
    .insertInto('notifications')
    .values({ ...notice, created_at: app.services.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const uploadOfLearner = async () => {
  const facts = { kind: 'file', name: 'a.pdf', type: 'application/pdf', size: 1 } as const
  const about = {
    ...facts,
    purpose: 'post',
    ownerId: people.get('learner')!.id,
    fileName: 'a.pdf',
    isPublic: true,
  } as const
  const id = await createPendingFile(app.services, { ...about, names: [`files/${randomUUID()}/file.pdf`] })
  await insertUpload(app.db, { ...facts, id, width: null, height: null, widths: [], source: null })
  return id
}
const sessionOfLearner = async () =>
  (await app.call('GET', 'Profile/sessions', { token: await tokenOf(app, people.get('learner')!) })).data[0].id
async function written(facts: { state?: 'removed' } = {}) {
  const { id: userId } = people.get('learner')!
  const known = await app.db.selectFrom('authors').select('id').where('user_id', '=', userId).executeTakeFirst()
  const id = await post(app.db, { authorId: known?.id ?? (await author(app.db, { userId })) })
  if (facts.state)
    await app.db
      .updateTable('posts')
      // The site's clock is ahead of the test's clock.
      .set({ state: facts.state, state_before: 'shown', removed_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', id)
      .execute()
  return id
}
const newPost = async () => ({
  title: 'x',
  content: 'x',
  categoryId: await postCategory(app.db),
  publishDate: new Date().toISOString(),
})
const reviewed = async () => review(app.db, { courseId: (await course(app.db)).id, userId: people.get('learner')!.id })

/** An account without a password must keep its last connection, so it has two. */
async function connected(): Promise<number> {
  const both = ['elsewhere', 'elsewhere'].map((provider) => ({
    ...{ provider, issuer: 'https://issuer.example', subject: randomUUID() },
    ...{ user_id: people.get('learner')!.id, linked_at: app.services.now() },
  }))
  const [first] = await app.db.insertInto('external_identities').values(both).returning('id').execute()
  return first!.id
}

const mayUse = (visitor: Visitor, right: Right) =>
  VISITORS[visitor].some((role: Role) => TABLE[right][role] !== undefined)

/** Undefined when the visitor has the right; the input is checked only then. */
function refusalFor(audience: Audience, visitor: Visitor): 'unauthenticated' | 'forbidden' | undefined {
  if (audience === 'everyone') return undefined
  const roles: readonly Role[] = VISITORS[visitor]
  if (roles.length === 0) return 'unauthenticated'
  return audience === 'signedIn' || mayUse(visitor, audience.right) ? undefined : 'forbidden'
}

async function tokenFor(visitor: Visitor): Promise<string | undefined> {
  const person = people.get(visitor)
  return person ? tokenOf(app, person) : deadTokens[visitor]
}

/** Of a new user of the same kind, for a call that deletes the account. */
async function tokenOfAnother(visitor: Visitor): Promise<string | undefined> {
  if (!people.has(visitor)) return deadTokens[visitor]
  return tokenOf(app, await learner(app.db, { roles: [...VISITORS[visitor]] }))
}

async function call(visitor: Visitor, endpoint: Endpoint, input: Record<string, unknown> = {}) {
  const { id, rawFile, ...rest } = input
  const inPath = endpoint.path.includes('{id}')
  const inputs: Record<string, unknown> = { id: '00000000-0000-4000-8000-000000000000', ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (whole, name: string) => String(inputs[name] ?? whole))
  const query = id === undefined || inPath ? '' : `?id=${id}`
  const token = await (endpoint === contract.personalData.eraseAccount ? tokenOfAnother(visitor) : tokenFor(visitor))
  if (typeof rawFile === 'string') {
    const headers = { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a.pdf' }
    return app.call(endpoint.method, path, { token: token!, headers, body: rawFile })
  }
  return app.call(endpoint.method, path + query, {
    ...(visitor.endsWith('in a browser') ? { headers: cookiesOf(visitor, token) } : token ? { token } : {}),
    ...(endpoint.method === 'GET' ? {} : { body: rest }),
  })
}

function cookiesOf(visitor: Visitor, token: string | undefined): Record<string, string> {
  const Cookie = visitor === 'learner in a browser' ? `access=${token}` : challengeCookie
  return { Cookie, 'Sec-Fetch-Site': 'same-origin' }
}

/** The statuses that a call with sufficient rights may have. */
const declaredFor = (endpoint: Endpoint): (string | undefined)[] => [
  undefined,
  'validation',
  ...(endpoint.multipart ? ['malformedBody'] : []),
  ...(endpoint.problems ?? []),
]

/** Those who open nothing: they are refused before the call is known. */
const REFUSED_BY_TOKEN: Visitor[] = [
  'expired access token',
  'revoked session',
  'suspended account',
  'erased account',
  'forged token',
  'person who waits for the second factor',
  'person who waits for the second factor, in a browser',
]
const LEARNERS: Visitor[] = ['learner', 'learner in a browser', 'other learner']

/**
 * In a short run: a guest, and in turn one of those with a dead token, a learner, one of the staff who may and one who
 * may not. `rights-matrix.test.ts` tries all roles with every call, without HTTP.
 */
function metBy({ audience }: Endpoint, place: number): Visitor[] {
  if (IS_LONG) return Object.keys(VISITORS) as Visitor[]
  const inTurnOf = (visitors: readonly Visitor[]) => visitors.slice(place % visitors.length).slice(0, 1)
  const staff = OTHERS.filter((visitor) => !LEARNERS.includes(visitor))
  const isLetIn = (visitor: Visitor) => refusalFor(audience, visitor) === undefined
  return [
    'guest',
    ...inTurnOf(REFUSED_BY_TOKEN),
    ...inTurnOf(LEARNERS),
    ...inTurnOf(staff.filter(isLetIn)),
    ...inTurnOf(staff.filter((visitor) => !isLetIn(visitor))),
  ]
}

describe.each(calls)('%s', (name, endpoint) => {
  const place = calls.findIndex(([one]) => one === name)
  // One test for all visitors: a test for each of three thousand pairs takes longer than the calls.
  it('is open to each visitor as its contract says', async () => {
    const answers = await Promise.all(metBy(endpoint, place).map((visitor) => answerTo(visitor, endpoint)))
    const found = answers.flatMap(({ visitor, status, code }) => {
      const expected = refusalFor(endpoint.audience, visitor)
      const codes = expected ? [expected] : declaredFor(endpoint)
      const declared = code ? PROBLEMS[code as ProblemCode] : (endpoint.status ?? 200)
      return codes.includes(code) && status === declared
        ? []
        : `${visitor}: ${status} ${code}, not ${codes.join(' or ')}`
    })
    expect(found).toEqual([])
  })

  const owned = WRITTEN[name]
  if (owned) {
    const { theirs, refused, right } = owned
    it('is for its owner and those with the right', async () => {
      const [letIn, others] = [true, false].map((may) => OTHERS.filter((who) => mayUse(who, right) === may))
      // Who may use it may change it: each has one of its own.
      for (const who of letIn!) expect((await call(who, endpoint, await theirs())).status, who).toBe(200)
      await refusesAll(others!, refused, endpoint, await theirs(), 200)
    })
  } else if (endpoint.audience !== 'everyone' && takesId(endpoint) && ![...OF_OTHERS, ...OF_EVERYBODY].includes(name)) {
    it('shows the others nothing of the learner', async () => {
      await refusesAll(OTHERS, 404, endpoint, await OWN[name]!(), endpoint.status ?? 200)
    })
  }
})

async function answerTo(visitor: Visitor, endpoint: Endpoint, input?: Record<string, unknown>) {
  const { status, error } = await call(visitor, endpoint, input)
  return { visitor, status, code: error?.code as string | undefined }
}

/** Refuses the others first: the learner, who may, finds theirs as it was. */
async function refusesAll(
  others: readonly Visitor[],
  refused: number,
  endpoint: Endpoint,
  theirs: Record<string, unknown>,
  done: number,
) {
  const answers = await Promise.all(others.map((who) => answerTo(who, endpoint, theirs)))
  expect(answers.map(({ visitor, status }) => [visitor, status])).toEqual(others.map((who) => [who, refused]))
  expect((await call('learner', endpoint, theirs)).status).toBe(done)
}

it('lets a person who waits for the second factor see that step, and nothing else of the account', async () => {
  const headers = cookiesOf('person who waits for the second factor, in a browser', undefined)
  const step = await app.call('GET', contract.twoFactor.secondStep.path, { headers })
  expect([step.status, step.data.methods]).toEqual([200, ['sms', 'backup']])
  expect(JSON.stringify(step.data)).not.toMatch(/@|501234567/)
})

it.each(calls.filter(([, { needsProof }]) => needsProof))(
  'asks for a recent proof before %s',
  async (_name, endpoint) => {
    const token = await tokenOf(app, people.get('owner')!)
    const body = { token, ...(endpoint.method === 'GET' ? {} : { body: {} }) }
    const path = endpoint.path.replace('{id}', randomUUID())
    expect((await app.call(endpoint.method, path, body)).error?.code).not.toBe('proofNeeded')
    const stale = new Date(app.services.now().getTime() - 10 * MINUTE_MS)
    await app.db
      .updateTable('sessions')
      .set({ proved_at: stale })
      .where('user_id', '=', people.get('owner')!.id)
      .execute()
    expect(await app.call(endpoint.method, path, body)).toMatchObject({ status: 403, error: { code: 'proofNeeded' } })
  },
)

it('asks for a recent proof before money moves, and before data is exported', () => {
  const sensitive = calls.flatMap(([name, { needsProof }]) => (needsProof ? name : []))
  expect(sensitive.sort()).toEqual([
    'articleEditing.exportArticles',
    'attendance.exportAttendees',
    'audit.exportAudit',
    'bankStatements.payPurchases',
    'bankStatements.payWithBankLines',
    'bankStatements.useForBooked',
    'certificates.exportCertificates',
    'certificates.reissueCertificate',
    'certificates.revokeCertificate',
    'certificates.revokeCertificates',
    'chargebacks.decideChargeback',
    'chargebacks.exportChargebacks',
    'checkout.enrol',
    'closing.closeMonth',
    'closing.monthPdf',
    'companies.exportCompanies',
    'coupons.exportCoupons',
    'courseEditing.exportCourses',
    'eInvoicing.connect',
    'institute.changeSettings',
    'institute.undoSettings',
    'invoices.exportInvoices',
    'invoices.exportVatReturn',
    'invoices.issueDebitNote',
    'invoices.takeDebitNoteBack',
    'leads.exportLeads',
    'learnerMessages.sendLearnerMessage',
    'learners.askDataFile',
    'learners.eraseLearner',
    'learners.exportLearners',
    'learners.mergeLearner',
    'learners.openDataFile',
    'moderation.exportCases',
    'orderParts.endMissed',
    'orderParts.recordPart',
    'orders.exportOrders',
    'payments.attachPayment',
    'payments.exportUnmatchedPayments',
    'payments.returnPayment',
    'payouts.exportPayout',
    'payouts.matchPayout',
    'payouts.unmatchPayout',
    'personalData.exportData',
    'purchasePayments.attachToPurchase',
    'purchasePayments.keepAsCredit',
    'purchasePayments.refundCard',
    'purchasePayments.useCredit',
    'quotes.debitPurchase',
    'quotes.enrolByCompany',
    'quotes.exportQuotes',
    'quotes.recordAcceptance',
    'quotes.recordCompanyPayment',
    'quotes.releaseSeats',
    'quotes.takePurchaseDebitBack',
    'quotes.undoCompanyPayment',
    'quotes.withdrawSeats',
    'refunds.exportRefunds',
    'refunds.recordRefund',
    'refunds.refund',
    'refunds.retryRefund',
    'reports.exportSales',
    'reports.exportTeaching',
    'reviews.exportReviews',
    'runs.cancelRun',
    'runs.exportRuns',
    'runs.exportWaiting',
    'runs.moveEnrolment',
    'runs.moveOrder',
    'runs.sendRunMessage',
    'staff.changeRoles',
    'staff.endStaffSessions',
    'staff.exportStaff',
    'staff.invite',
    'staff.resume',
    'staff.suspend',
    'staff.withdrawInvitation',
    'trainers.exportTrainers',
    'transfers.approveTransfer',
    'transfers.exportTransfers',
    'translations.exportTranslations',
    'visits.exportVisits',
  ])
})

it('has a call or a text for every right', () => {
  const named = calls.flatMap(([, { audience }]) => (typeof audience === 'object' ? audience.right : []))
  const inOperations: Right[] = [
    'articles.preview',
    'figures.view',
    'views.share',
    'invoices.view',
    'learners.view',
    'system.watch',
  ]
  expect([...new Set([...named, ...inOperations])].sort()).toEqual([...RIGHTS].sort())
})

it('names only calls that there are', () => {
  const known: string[] = calls.map(([name]) => name)
  const named = [...Object.keys(OWN), ...Object.keys(WRITTEN), ...OF_OTHERS, ...OF_EVERYBODY]
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

it("keeps a learner's orders out of the lists of others", async () => {
  const id = await placed()
  const idsOf = async (visitor: Visitor) =>
    (await app.call('GET', 'Orders/mine?PageSize=50', { token: (await tokenFor(visitor))! })).data.items.map(
      (one: { id: string }) => one.id,
    )
  expect(await idsOf('learner')).toContain(id)
  expect(await idsOf('admin')).toEqual([])
})

function takesId({ input }: Endpoint): boolean {
  return 'id' in ((input as { shape?: object }).shape ?? {})
}
