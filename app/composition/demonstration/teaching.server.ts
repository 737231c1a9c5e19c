/** Runs that are over, running, below their minimum, full or cancelled, with attendance and certificates. */
import { sessionsOf } from '../../features/demonstration/queries.server.ts'
import { withPdf } from './files.server.ts'
import type { LearnerName, StaffName } from './people.ts'
import { buys, waitingList } from './sales.server.ts'
import type { Story } from './story.ts'

type Plan = {
  name: string
  course: string
  plannedDays: number
  /** The days of its sessions, from today. */
  days: number[]
  seats: number
  minimum?: number
  room?: string
  link?: string
  /** By which the list of runs is filtered. */
  tags?: string[]
}

const PROJECTS = 'مسار إدارة المشاريع'
const COMPANIES = 'برنامج المنشآت'
const FEW = 'يحتاج إلى ترويج'

const RIYADH = {
  city: { ar: 'الرياض', en: 'Riyadh' },
  venue: { ar: 'مقر المعهد، حي العليا', en: 'The institute, Al Olaya' },
}

function plans(story: Story, { name, course, plannedDays, days, seats, minimum, room, link, tags = [] }: Plan) {
  story.at(plannedDays, '09:30', async (stage, at) => {
    const { id: courseId } = stage.course(course)
    const place = { ...(room ? { room } : {}), ...(link ? { joinLink: link } : {}) }
    const sessions = days.map((day) => ({ day: stage.day(day), from: '17:00', to: '20:00', ...place }))
    const facts = { ...(minimum ? { minimum } : {}), ...(room ? RIYADH : {}) }
    const { runs } = stage.staff('admin', at)
    const run = await runs.planRun({ courseId, sessions, seats, ...facts } as never)
    for (const tag of tags) await runs.changeRuns({ ids: [run.id], action: 'addTag', tag })
    story.runs.set(name, { id: run.id, courseId })
  })
}

type Attendance = (attendee: number, session: number) => 'present' | 'late' | 'absent'

/** Everybody is marked in the first minutes of each session. */
function attended(story: Story, run: string, days: number[], by: StaffName, how: Attendance) {
  for (const [place, day] of days.entries())
    story.at(day, '17:12', async (stage, at) => {
      const { attendance } = stage.staff(by, at)
      const sessions = await sessionsOf(stage.services.db, story.run(run).id)
      const session = sessions[place]!
      const { attendees } = await attendance.session({ id: session.id })
      for (const [index, { orderId }] of attendees.entries())
        await attendance.mark({ id: session.id, orderId, state: how(index, place) })
    })
}

/** The trainer gives the learners of a run a file. */
function gives(story: Story, run: string, days: number, title: string, fileName: string, lines: string[]) {
  story.at(days, '21:05', async (stage, at) => {
    const { id } = story.run(run)
    await withPdf(lines, (file) => stage.staff('teacher', at).materials.addMaterial({ id, title, file }), fileName)
  })
}

/** The third misses most of it, others are late or away once. */
const mostly: Attendance = (attendee, session) => {
  if (attendee === 2) return session % 3 === 0 ? 'present' : 'absent'
  if ((attendee + session * 2) % 11 === 5) return 'late'
  return (attendee * 3 + session) % 13 === 7 ? 'absent' : 'present'
}

export function teaching(story: Story) {
  recordedCourse(story)
  endedRuns(story)
  runningRun(story)
  comingRuns(story)
  cancelledRuns(story)
}

function endedRuns(story: Story) {
  const days = [-45, -43, -38, -36, -31, -29]
  plans(story, {
    name: 'hr',
    course: 'modern-hr-management',
    plannedDays: -80,
    days,
    seats: 16,
    minimum: 6,
    room: 'قاعة 2',
  })
  for (const learner of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const way = learner === 2 || learner === 5 ? 'transfer' : 'card'
    buys(story, learner, 'hr', -70 + learner * 2, way)
  }
  buys(story, 'guest', 'hr', -57)
  story.at(-56, '11:00', async (stage, at) => {
    const id = story.order('6 in hr')
    await stage.learner(6, at).refunds.requestRefund({ id, reason: 'تعارض موعد الدورة مع دوام جديد' })
  })
  story.at(-55, '10:05', async (stage, at) => {
    const id = story.order('6 in hr')
    await stage.staff('finance', at).refunds.refund({ id, reason: 'ضمن مدة الاسترجاع' })
  })
  attended(story, 'hr', days, 'admin', mostly)
  story.at(-27, '10:30', async (stage, at) => {
    await stage.staff('admin', at).certificates.issueCertificates({ id: story.run('hr').id })
  })
  story.at(-25, '13:20', async (stage, at) => {
    const { certificates } = stage.staff('admin', at)
    const { items } = await certificates.certificates({ limit: 20 } as never)
    const reason = 'صدرت قبل اكتمال التحقق من هوية المتدرب'
    await certificates.revokeCertificate({ id: items[0]!.id, reason })
  })

  const pmp = [-24, -22, -19, -17, -15, -13]
  const plan = { name: 'pmp', course: 'pmp-preparation', plannedDays: -60, days: pmp, seats: 12, minimum: 5 }
  plans(story, { ...plan, link: 'https://meet.maahad.example/pmp', tags: [PROJECTS] })
  for (const [index, learner] of [8, 9, 10, 11, 12, 13].entries())
    buys(story, learner, 'pmp', -50 + index * 3, index === 3 ? 'transfer' : 'card')
  attended(story, 'pmp', pmp, 'teacher', mostly)
  story.at(-12, '09:10', async (stage, at) => {
    await stage.staff('teacher', at).certificates.proposeCertificates({ id: story.run('pmp').id })
  })
  story.at(-11, '10:45', async (stage, at) => {
    await stage.staff('admin', at).certificates.issueCertificates({ id: story.run('pmp').id })
  })
}

function runningRun(story: Story) {
  const days = [-7, -5, -2, 0, 2, 5]
  const plan = { name: 'pmo', course: 'pmo-setup', plannedDays: -19, days, seats: 14, minimum: 5 }
  plans(story, { ...plan, room: 'قاعة 1', tags: [PROJECTS, COMPANIES] })
  for (const [index, learner] of [15, 17, 18, 19, 20, 22, 25].entries())
    buys(story, learner, 'pmo', -18 + index, index === 2 ? 'transfer' : 'card')
  buys(story, 'guest', 'pmo', -16)
  const slides = ['Setting up a project management office', 'Session 1: why projects need an office']
  gives(story, 'pmo', -6, 'عرض الجلسة الأولى', 'pmo-session-1.pdf', slides)
  gives(story, 'pmo', -4, 'نموذج ميثاق المكتب', 'pmo-charter.pdf', [
    'Charter of the office: purpose, mandate, services',
  ])
  attended(
    story,
    'pmo',
    days.filter((day) => day < 0),
    'teacher',
    mostly,
  )
}

function comingRuns(story: Story) {
  const plan = { name: 'bi', course: 'data-analysis-power-bi', plannedDays: -20, days: [12, 14, 16, 19], seats: 3 }
  plans(story, { ...plan, link: 'https://meet.maahad.example/power-bi' })
  for (const [index, learner] of [0, 9, 16].entries()) buys(story, learner, 'bi', -14 + index, 'card')
  waitingList(story, 'bi')

  const vat = { name: 'vat', course: 'vat-zakat-practice', plannedDays: -18, days: [4, 6, 9], seats: 20, minimum: 6 }
  plans(story, { ...vat, link: 'https://meet.maahad.example/vat', tags: [COMPANIES, FEW] })
  for (const [index, learner] of [3, 11].entries())
    buys(story, learner, 'vat', -9 + index * 3, index ? 'transfer' : 'card')
  buys(story, 'guest', 'vat', -5)
  const english = { name: 'english', course: 'business-english', plannedDays: -16, days: [6, 8, 10, 13], seats: 15 }
  plans(story, { ...english, minimum: 5, link: 'https://meet.maahad.example/english', tags: [FEW] })
  buys(story, 18, 'english', -7, 'card')
  // The coupons of the demonstration are valid since yesterday.
  buys(story, 7, 'vat', -1, 'free')
  buys(story, 10, 'english', -1, 'card', 'WELCOME10')
}

/** One whose learners get their money back, and one whose learners are moved to the next. */
function cancelledRuns(story: Story) {
  // At the end: the queue sends the money back now, and documents are numbered by time.
  const cancels = (name: string, minutesAgo: number, reason: string, to?: string) =>
    story.ago(minutesAgo, async (stage, at) => {
      const { runs } = stage.staff('admin', at)
      const { id } = story.run(name)
      const target = to ? { moveTo: story.run(to).id } : {}
      const { fingerprint } = await runs.cancelPreview({ id, ...target })
      await runs.cancelRun({ id, fingerprint, reason, ...target })
    })
  const agile = { course: 'agile-scrum-practice', seats: 12, room: 'قاعة 3' }
  plans(story, { ...agile, name: 'agile', plannedDays: -25, days: [9, 11, 13], minimum: 5, tags: [PROJECTS] })
  for (const [index, learner] of [4, 23].entries())
    buys(story, learner, 'agile', -15 + index, index ? 'transfer' : 'card')
  cancels('agile', 25, 'لم يكتمل العدد الأدنى للمتدربين')

  const contracts = { course: 'contracts-drafting', seats: 12, room: 'قاعة 3' }
  plans(story, { ...contracts, name: 'contracts', plannedDays: -24, days: [8, 10, 13] })
  plans(story, { ...contracts, name: 'contracts later', plannedDays: -24, days: [22, 24, 27] })
  for (const [index, learner] of [14, 24].entries()) buys(story, learner, 'contracts', -13 + index * 2)
  cancels('contracts', 15, 'اعتذر المدرّب لظرف صحي', 'contracts later')
}

/** A recorded course: the learner who signs in is midway, another has completed it. */
function recordedCourse(story: Story) {
  const takes = (learner: LearnerName, days: number, name: string) =>
    story.at(days, '20:15', async (stage, at) => {
      const { id: courseId } = stage.course('sql-foundations')
      const placed = await stage.learner(learner, at).checkout.place({ courseId, method: 'online' } as never)
      story.orders.set(name, placed.id)
      if (placed.status === 'pending') await stage.card(placed.id, new Date(+at + 90_000))
    })
  const watches = (learner: LearnerName, days: number, place: number, seconds: number, length: number) =>
    story.at(days, '21:00', async (stage, at) => {
      const { lessons } = stage.learner(learner, at)
      const course = await lessons.recordedCourse({ id: stage.course('sql-foundations').id })
      await lessons.watchLesson({ id: course.lessons[place]!.id, seconds, length })
    })
  takes('guest', -9, 'guest in sql')
  watches('guest', -8, 0, 38, 38)
  watches('guest', -2, 1, 17, 40)
  takes(5, -21, '5 in sql')
  for (const [index, place] of [0, 1].entries()) watches(5, -20 + index, place, 40, 40)
  story.at(-17, '22:10', async (stage, at) => {
    const { lessons } = stage.learner(5, at)
    const course = await lessons.recordedCourse({ id: stage.course('sql-foundations').id })
    const [quiz, ...texts] = [course.lessons[3]!, course.lessons[2]!, ...course.lessons.slice(4)]
    await lessons.answerQuiz({ id: quiz.id, chosen: [[0], [1], [0, 2]] })
    for (const { id } of texts) await lessons.completeLesson({ id })
  })
}
