/** Enquiries of the demonstration, what staff do with them, and applications to teach. */
import { answerTemplates, scoreApplicant, trainerCriteria } from './enquiry-work.server.ts'
import { withPdf } from './files.server.ts'
import type { Stage } from './stage.server.ts'
import type { Story } from './story.ts'

type Enquiry = { days?: number; clock?: string; send: (stage: Stage, at: Date) => Promise<{ reference: string }> }

export function enquiries(story: Story) {
  answerTemplates(story)
  trainerCriteria(story)
  const sent = new Map<string, string>()
  const receive = (name: string, { days, clock, send }: Enquiry) => {
    const tell = async (stage: Stage, at: Date) => {
      sent.set(name, (await send(stage, at)).reference)
    }
    if (days !== undefined && clock !== undefined) story.at(days, clock, tell)
    else story.ago(140, tell)
  }
  const moves = (name: string, days: number, clock: string, change: object) =>
    story.at(days, clock, async (stage, at) => {
      await stage.staff('admin', at).leads.changeLead({ reference: sent.get(name)!, ...change } as never)
    })
  const person = (name: string, latin: string, number: number) => ({
    ...{ name, email: `${latin}@mail.example`, phone: `+9665550${String(number).padStart(5, '0')}` },
  })
  const quote = { specializationId: 0, trainingLocation: 1, traineeCount: 18 }

  receive('hours', {
    ...{ days: -12, clock: '18:20' },
    send: ({ visitor }, at) =>
      visitor(at).leads.contact({
        ...person('أحلام الزهراني', 'ahlam', 11),
        subject: 1,
        message: 'هل تُعقد دورات مسائية في جدة بعد رمضان؟',
      }),
  })
  moves('hours', -11, '09:50', { status: 'handling' })
  moves('hours', -11, '10:15', { status: 'answered', note: 'أُرسل إليها جدول الدورات المسائية في جدة.' })
  receive('company', {
    ...{ days: -8, clock: '10:05' },
    send: ({ visitor, course }, at) => {
      const { name: managerName, ...contacts } = person('سامي العمران', 'sami', 12)
      const specializationId = course('contracts-drafting').specializationId
      const facts = { institutionName: 'شركة رواسي للمقاولات', managerName, jobTitle: 'مدير التدريب', ...contacts }
      return visitor(at).leads.quote({ ...facts, ...quote, specializationId } as never)
    },
  })
  moves('company', -7, '11:30', { status: 'handling', note: 'طُلب من المدرّب تقدير لعدد الأيام.' })
  receive('complaint', {
    ...{ days: -5, clock: '21:15' },
    send: ({ visitor }, at) =>
      visitor(at).leads.complaint({
        ...person('عادل باجابر', 'adel', 13),
        message: 'بدأ اللقاء الثاني متأخرًا عشرين دقيقة دون اعتذار.',
      }),
  })
  receive('link', {
    ...{ days: -2, clock: '16:40' },
    send: ({ visitor }, at) =>
      visitor(at).leads.support({
        ...person('خلود السعيد', 'kholoud', 14),
        problem: 3,
        message: 'لا يفتح رابط اللقاء من جهاز العمل.',
      }),
  })
  receive('partner', {
    ...{ days: -6, clock: '12:30' },
    send: ({ visitor }, at) => {
      const { name: contactName, ...contacts } = person('ناصر الهاجري', 'nasser', 15)
      const message = 'نرغب في التعاون لتدريب حديثي التخرج في المنطقة الشرقية.'
      return visitor(at).leads.partnership({
        institutionName: 'جمعية أثر لتنمية القدرات',
        contactName,
        ...contacts,
        message,
      })
    },
  })
  receive('suggestion', {
    send: ({ visitor }, at) =>
      visitor(at).leads.contact({
        ...person('رزان الحمد', 'razan', 16),
        subject: 2,
        message: 'أقترح دورة قصيرة في كتابة التقارير التنفيذية.',
      }),
  })
  const rasha = person('رشا منصور', 'rasha', 17)
  applicant(receive, { gender: 'female', ...rasha, days: -3, clock: '14:10' })
  applicant(receive, { gender: 'male', ...person('باسل الحموي', 'basel', 18), days: -1, clock: '19:05' })
  scoreApplicant(story, () => sent.get(rasha.email)!)
  moves('complaint', -4, '10:10', { status: 'handling' })
  moves('partner', -1, '09:25', { status: 'closed', note: 'حُوّلت إلى إدارة الشراكات وتم التواصل.' })
}

type Applicant = { gender: 'male' | 'female'; name: string; email: string; phone: string; days: number; clock: string }

/** Somebody who wants to teach, with a CV. */
function applicant(
  receive: (name: string, enquiry: Enquiry) => void,
  { days, clock, gender, name, email, phone }: Applicant,
) {
  receive(email, {
    ...{ days, clock },
    send: ({ visitor }, at) =>
      withPdf(['Curriculum vitae', email, 'MBA, 2009', 'Twelve years of training in leadership'], (cv) =>
        visitor(at).leads.trainer({
          ...{ name, email, phone, birthdate: '1984-03-12', gender, country: 'JO', address: 'الرياض، حي النخيل' },
          ...{ qualification: 'ماجستير إدارة أعمال', graduationYear: 2009, jobTitle: 'مستشار تدريب' },
          ...{ yearsOfExperience: 12, currentJob: 'مستشار مستقل', specialty: 'القيادة وإدارة التغيير' },
          experienceDescription: 'ستون برنامجًا في القيادة لجهات حكومية وخاصة، بحالات عملية من كل جهة.',
          researches: [],
          courses: [{ title: 'إدارة التغيير', organization: 'معهد الإدارة' }],
          cv,
        } as never),
      ),
  })
}
