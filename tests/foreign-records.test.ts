/**
 * Calls whose right is, for some role, only for part of the records: what lies beyond answers 404, as if it did not
 * exist. The calls come from the contract and the roles from the table of decision 0061.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../app/api/contract.ts'
import type { Endpoint } from '../app/api/endpoint.ts'
import { PROBLEMS } from '../app/api/problem.ts'
import { ROLES, type Role } from '../app/api/rights.ts'
import { createPendingFile } from '../app/features/files/files.server.ts'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { HOUR_MS } from '../app/platform/durations.ts'
import { apiAs } from './support/api-as.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { problemOf } from './support/course-desk.ts'
import { course, inDays, learner, order, review, schedule, trainer } from './support/factories.ts'
import { TABLE } from './support/rights-table.ts'
import { sentText } from './support/sent-files.ts'

/** The scopes for which a person has only some of the records. */
const OF_SOME = ['own', 'assigned', 'quotes']

/** What others have, and the caller has not. */
type Foreign = {
  course: number
  run: number
  session: number
  order: string
  review: number
  material: number
  enquiry: string
  other: string
}

/** The input of each call, for the record of somebody else. */
const INPUTS: Record<string, (foreign: Foreign) => object> = {
  'attendance.session': ({ session }) => ({ id: session }),
  'attendance.mark': ({ session, order }) => ({ id: session, orderId: order, state: 'present', early: true }),
  'attendance.scan': ({ session }) => ({
    id: session,
    early: true,
    scans: [{ id: randomUUID(), code: 'x', at: new Date().toISOString() }],
  }),
  'attendance.attendees': ({ run }) => ({ id: run }),
  'attendance.badges': ({ run }) => ({ id: run }),
  'certificates.proposeCertificates': ({ run }) => ({ id: run }),
  'courseEditing.editedCourse': ({ course }) => ({ id: course }),
  'courseEditing.previewCourse': ({ course }) => ({ id: course }),
  'courseEditing.courseRevisions': ({ course }) => ({ id: course }),
  'courseEditing.compareCourse': ({ course }) => ({ id: course, from: '1', to: '2' }),
  'courseProposals.proposeChanges': ({ course }) => ({
    id: course,
    version: 1,
    changes: { 'name.en': { from: 'A course', to: 'Another name' } },
  }),
  'courseProposals.withdrawProposal': ({ course }) => ({ id: course }),
  'leads.lead': ({ enquiry }) => ({ reference: enquiry }),
  'leads.changeLead': ({ enquiry }) => ({ reference: enquiry, note: 'ملاحظة' }),
  'leads.answerLead': ({ enquiry }) => ({ reference: enquiry, body: 'نعم', press: randomUUID() }),
  'leads.leadTemplates': ({ enquiry }) => ({ reference: enquiry }),
  'leads.applicationReview': ({ enquiry }) => ({ reference: enquiry }),
  'leads.scoreApplication': ({ enquiry }) => ({ reference: enquiry, scores: [{ criterion: 1, score: 3 }] }),
  'leads.leadCv': ({ enquiry }) => ({ reference: enquiry }),
  'leads.setLeadOrder': ({ enquiry }) => ({ reference: enquiry, order: null }),
  'leads.mergeLead': ({ other, enquiry }) => ({ reference: other, into: enquiry }),
  'materials.materialsOfRun': ({ run }) => ({ id: run }),
  'materials.addMaterial': ({ run }) => ({ id: run, file: sentText('material') }),
  'materials.removeMaterial': ({ material }) => ({ id: material }),
  'reviews.review': ({ review }) => ({ id: review }),
  'reviews.answerReview': ({ review }) => ({ id: review, answer: { ar: 'شكرًا' } }),
  'reviews.removeAnswer': ({ review }) => ({ id: review }),
  'runs.run': ({ run }) => ({ id: run }),
}

/** Needs the right to see orders, too. */
const REFUSED: Record<string, readonly Role[]> = { 'leads.setLeadOrder': ['Teacher', 'Content'] }

/** Lists of what the person may see: the id is of something else, and the list leaves out what is of others. */
const LISTS: Record<string, (foreign: Foreign) => object> = {
  'leads.leadsOfOrder': ({ order }) => ({ id: order }),
}

const partial = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { audience, path }]) => {
    if (typeof audience !== 'object' || !path.includes('{')) return []
    const roles = ROLES.filter((role) => OF_SOME.includes(TABLE[audience.right][role] ?? ''))
    return roles.length === 0 ? [] : [[`${feature}.${name}`, roles] as const]
  }),
)

let app: TestApp
let foreign: Foreign
let owner: SignedInUser
const people = new Map<Role, SignedInUser>()

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  owner = await learner(db, { roles: ['Owner'] })
  for (const role of ['Teacher', 'Content', 'Finance'] as const) people.set(role, await learner(db, { roles: [role] }))
  // The trainer teaches a course and a run of their own.
  await taught(people.get('Teacher')!)
  const others = await taught(await learner(db, { roles: ['Teacher'] }))
  const desk = apiAs(app, owner).courseEditing
  for (const [from, to] of [
    ['A course', 'A former name'],
    ['A former name', 'A course'],
  ] as const) {
    const { version } = await desk.editedCourse({ id: others.course })
    await desk.editCourse({ id: others.course, version, changes: { 'name.en': { from, to } } })
  }
  foreign = { ...others, enquiry: await enquiry('Q-2026-000001'), other: await enquiry('Q-2026-000002') }
})
afterAll(() => app.stop())

async function taught(teacher: SignedInUser) {
  const { db } = app
  const made = await course(db, { name: { ar: 'دورة', en: 'A course' } })
  const trainerId = await trainer(db, { courseIds: [made.id] })
  await db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  const startsAt = inDays(3)
  const run = await schedule(db, made.id, { startsAt })
  const { id: session } = await db
    .insertInto('run_sessions')
    .values({ schedule_id: run, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const paid = await order(db, { courseId: made.id, scheduleId: run, status: 'paid' })
  const belongings = { review: await review(db, { courseId: made.id }), material: await material(run) }
  return { course: made.id, run, session, order: paid.id, ...belongings }
}

async function material(run: number): Promise<number> {
  const fileId = await createPendingFile(app.services, {
    ...{ purpose: 'material', kind: 'file', type: 'application/pdf', size: 1, fileName: 'a.pdf' },
    ...{ names: [`files/${randomUUID()}/file.pdf`], ownerId: null, isPublic: false },
  })
  const values = { schedule_id: run, file_id: fileId, added_at: new Date() }
  const added = app.db.insertInto('run_materials').values(values).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

/** An application of a trainer, assigned to nobody. */
async function enquiry(reference: string): Promise<string> {
  const now = new Date()
  await app.db
    .insertInto('leads')
    .values({
      ...{ reference, kind: 'trainer', lang: 'ar', name: 'ليلى', email: 'layla@example.com', phone: null },
      ...{ fields: '{}', created_at: now, updated_at: now, erase_at: inDays(90) },
    })
    .execute()
  return reference
}

function callAs(user: SignedInUser, name: string, input: object): Promise<unknown> {
  const [feature, call] = name.split('.') as [string, string]
  // biome-ignore lint/suspicious/noExplicitAny: any call, by its name
  return (apiAs(app, user) as any)[feature][call](input)
}

it('has a record of somebody else for every call that some may make for part of the records', () => {
  expect(partial.map(([name]) => name).sort()).toEqual([...Object.keys(INPUTS), ...Object.keys(LISTS)].sort())
})

describe.each(partial.filter(([name]) => INPUTS[name]))('%s', (name, roles) => {
  it.each(roles)("hides from a %s that another's record exists", async (role) => {
    const problem = await problemOf(callAs(people.get(role)!, name, INPUTS[name]!(foreign)))
    const expected = REFUSED[name]?.includes(role) ? 403 : 404
    expect([problem.code, PROBLEMS[problem.code]]).toEqual([problem.code, expected])
  })

  it('finds it for the Owner', async () => {
    const asked = callAs(owner, name, INPUTS[name]!(foreign))
    const code = await asked.then(
      () => 'answered',
      async () => (await problemOf(asked)).code,
    )
    expect(['answered', ...(FOUND[name] ?? [])]).toContain(code)
  })
})

/** What the Owner meets who asks for a record that is there, where it is not an answer. */
const FOUND: Record<string, readonly string[]> = {
  // The application has no CV, and no criterion is asked.
  'leads.leadCv': ['notFound'],
  'leads.scoreApplication': ['validation'],
  'certificates.proposeCertificates': ['runNotEnded'],
  // A text is no kind of file that is taken.
  'materials.addMaterial': ['unsupportedType'],
  // Proposals are their own.
  'courseProposals.withdrawProposal': ['proposalNotFound'],
}

it.each(partial.filter(([name]) => LISTS[name]))('%s lists nothing of others', async (name, roles) => {
  for (const role of roles) expect(await callAs(people.get(role)!, name, LISTS[name]!(foreign))).toEqual([])
})
