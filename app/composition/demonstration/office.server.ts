/** What staff do besides selling and teaching: courses, articles, moderation, settings; and what members write. */
import { categoryId, someComments, undeliver } from '../../features/demonstration/queries.server.ts'
import { countMiss } from '../../features/search-misses/queries.server.ts'
import { enquiries } from './enquiries.server.ts'
import { LEARNERS, type LearnerName } from './people.ts'
import type { Stage } from './stage.server.ts'
import type { Story } from './story.ts'

export function office(story: Story) {
  courseWork(story)
  articleWork(story)
  settings(story)
  banners(story)
  enquiries(story)
  community(story)
  failedMails(story)
  missedSearches(story)
}

/** What visitors searched and the institute does not have. */
function missedSearches(story: Story) {
  const missed = [
    { term: 'الصينية', lang: 'ar', days: [-40, -26, -15, -8, -3] },
    { term: 'خياطة', lang: 'ar', days: [-22, -11, -4] },
    { term: 'درون', lang: 'ar', days: [-17, -2] },
    { term: 'welding', lang: 'en', days: [-9] },
  ]
  for (const { term, lang, days } of missed)
    for (const day of days) story.at(day, '13:05', ({ services: { db } }, at) => countMiss(db, term, lang, at))
}

/** Mails that came back, for somebody to look at. */
function failedMails(story: Story) {
  const failed = [
    { learner: 16, minutesAgo: 90, because: 'refused', error: '550 5.1.1 No such mailbox' },
    { learner: 4, minutesAgo: 20, because: 'tries', error: '452 4.2.2 Mailbox full' },
  ]
  for (const { learner, minutesAgo, ...facts } of failed)
    story.ago(minutesAgo, (stage, at) =>
      undeliver(stage.services.db, { recipient: LEARNERS[learner]!.email, at, ...facts }),
    )
}

function courseWork(story: Story) {
  story.at(-13, '10:20', async (stage, at) => {
    const { id, version, summary } = stage.course('contracts-drafting')
    const to = `${summary} ويشمل التحديث الأخير نماذج عقود العمل الموحدة.`
    await stage
      .staff('content', at)
      .courseEditing.editCourse({ id, version, changes: { 'summary.ar': { from: summary, to } } })
  })
  story.at(-9, '11:10', async (stage, at) => {
    const { specializationId } = stage.course('generative-ai-at-work')
    await stage.staff('content', at).courseEditing.addCourse({
      'name.ar': 'الذكاء الاصطناعي للمديرين',
      'name.en': 'AI for managers',
      ...{ specializationId, category: 1, level: 1, deliveryMethod: 1, hours: 12 },
    } as never)
  })
  story.at(-4, '12:30', async (stage, at) => {
    const { id, version, summary } = stage.course('pdpl-in-practice')
    await stage.staff('content', at).courseEditing.saveCourseDraft({
      ...{ id, version, draftVersion: undefined },
      changes: { 'summary.ar': { from: summary, to: `${summary} ويضاف درس عن إشعار التسرب خلال 72 ساعة.` } },
    })
  })
  copies(
    story,
    { of: 'pdpl-in-practice', days: -6, ar: 'حماية البيانات الشخصية للمديرين', en: 'Personal data for managers' },
    (stage, id, at) =>
      stage
        .staff('content', new Date(+at + 600_000))
        .courseEditing.publishCourse({ id, at: stage.at(5, '09:00').toISOString() }),
  )
  copies(
    story,
    {
      of: 'osha-general-industry',
      days: -12,
      ar: 'السلامة في الصناعة: المنهج السابق',
      en: 'Industrial safety: former syllabus',
    },
    (stage, id, at) => stage.staff('content', new Date(+at + 600_000)).courseEditing.archiveCourse({ id } as never),
  )
}

/** An article whose English waits, one that is scheduled, a draft of a published one, and one that is being written. */
function articleWork(story: Story) {
  const texts = (stage: Stage, at: Date) => stage.staff('content', at).articleEditing
  const found = async (stage: Stage, at: Date, place: number) => {
    const { items } = await texts(stage, at).articleList({ state: 'published', sort: 'published', limit: 10 })
    return texts(stage, at).editedArticle({ id: items[place]!.id })
  }
  story.at(-8, '09:40', async (stage, at) => {
    const { id, version, values } = await found(stage, at, 1)
    const from = values['summary.ar']
    const changes = { 'summary.ar': { from, to: `${from} حُدّث المقال بأرقام هذا العام.` } }
    await texts(stage, at).editArticle({ id, version, changes })
  })
  story.at(-5, '10:30', async (stage, at) => {
    const { id, version, values } = await found(stage, at, 2)
    const from = values['title.ar']
    await texts(stage, at).saveArticleDraft({
      ...{ id, version, draftVersion: undefined },
      changes: { 'title.ar': { from, to: `${from}: الجزء الأول` } },
    })
  })
  story.at(-3, '13:10', async (stage, at) => {
    const { values } = await found(stage, at, 0)
    await texts(stage, at).addArticle({
      ...{ 'title.ar': 'كيف تختار دورتك الأولى؟', categoryId: values.categoryId, authorId: undefined },
    })
  })
  story.at(-2, '11:20', async (stage, at) => {
    const model = await found(stage, at, 3)
    const { id } = await texts(stage, at).addArticle({
      'title.ar': 'خطة تعلّم لثلاثة أشهر',
      'title.en': 'A learning plan for three months',
      ...{ categoryId: model.values.categoryId, authorId: model.values.authorId },
    })
    const { tags } = model.values
    await texts(stage, at).editArticle({
      ...{ id, version: 1 },
      changes: {
        tags: { from: [], to: tags },
        'summary.ar': { from: null, to: 'خطوات قصيرة تناسب من يعمل نهارًا ويتعلّم مساءً.' },
        'body.ar': { from: null, to: PLAN },
      },
    })
  })
}

const PLAN = `ابدأ بهدف واحد تكتبه في سطر، ثم قسّمه على الأسابيع.

## الشهر الأول

- ساعة كل مساء، ثلاثة أيام في الأسبوع
- دورة قصيرة واحدة لا أكثر

## ما بعده

| الشهر | ما تتعلمه | الساعات |
| --- | --- | --- |
| الثاني | التطبيق على مشروع صغير | 12 |
| الثالث | المراجعة واختبار PMP تجريبي | 16 |
`

type Copy = { of: string; days: number; ar: string; en: string }

/** A course made from another, with a name of its own. */
function copies(
  story: Story,
  { of, days, ar, en }: Copy,
  then: (stage: Stage, id: number, at: Date) => Promise<unknown>,
) {
  story.at(days, '12:00', async (stage, at) => {
    const { courseEditing } = stage.staff('content', at)
    const { id, version } = await courseEditing.duplicateCourse({ id: stage.course(of).id })
    const { values } = await courseEditing.editedCourse({ id })
    const changes = {
      'name.ar': { from: values['name.ar'], to: ar },
      'name.en': { from: values['name.en'], to: en },
      slug: { from: values.slug, to: ar.replace(/[^\p{L}\p{N}]+/gu, '-') },
    }
    await courseEditing.editCourse({ id, version, changes } as never)
    await then(stage, id, at)
  })
}

/** One that is over, and one that is planned: the pages of the site stay as they are. */
function banners(story: Story) {
  story.at(-12, '09:05', async (stage, at) => {
    const { addBanner } = stage.staff('content', at).banners
    await addBanner({
      kind: 'important',
      text: {
        ar: 'تتوقف خدمة الدفع بالبطاقة للصيانة مساء اليوم من التاسعة إلى العاشرة.',
        en: 'Card payments pause for maintenance this evening from nine to ten.',
      },
      link: null,
      linkText: null,
      startsAt: stage.at(-12, '12:00').toISOString(),
      endsAt: stage.at(-12, '22:00').toISOString(),
    })
  })
  story.at(-2, '10:40', async (stage, at) => {
    const { addBanner } = stage.staff('content', at).banners
    await addBanner({
      kind: 'information',
      text: { ar: 'بدأ التسجيل في دورات الموسم القادم.', en: 'Enrolment for next season’s courses is open.' },
      link: '/courses',
      linkText: { ar: 'اختر دورتك', en: 'Choose yours' },
      startsAt: stage.at(7, '08:00').toISOString(),
      endsAt: stage.at(21, '23:59').toISOString(),
    })
  })
}

function settings(story: Story) {
  story.at(-14, '09:15', async (stage, at) => {
    const { institute } = stage.staff('owner', at)
    const { values, version } = await institute.settings({})
    const changes = { adminRefundHalalas: { from: values.adminRefundHalalas, to: 3000_00 } }
    await institute.changeSettings({ version, changes } as never)
  })
  story.at(-4, '13:45', async (stage, at) => {
    const { staff } = stage.staff('owner', at)
    await staff.invite({ email: 'reception@maahad.example', role: 'Admin', lang: 'ar' })
  })
  story.at(-10, '14:25', async (stage, at) => {
    const { runs } = stage.course('hr-diploma')
    await stage.staff('admin', at).runs.setRunPrice({ id: runs[0]!, priceHalalas: 8450_00 })
  })
}

function community(story: Story) {
  const post = (learner: LearnerName, days: number, clock: string, category: string, title: string, content: string) =>
    story.at(days, clock, async (stage, at) => {
      const values = {
        title,
        content,
        publishDate: at.toISOString(),
        categoryId: await categoryId(stage.services.db, category),
      }
      const { id } = await stage.learner(learner, at).community.addPost(values as never)
      posts.set(title, id)
    })
  const posts = new Map<string, number>()
  const written = new Map<string, number>()
  /** @param answers the text of the comment that it answers */
  const comment = (learner: LearnerName, days: number, clock: string, title: string, text: string, answers?: string) =>
    story.at(days, clock, async (stage, at) => {
      const replyTo = answers === undefined ? undefined : written.get(answers)
      const { comments } = stage.learner(learner, at)
      const { id } = await comments.addToPost({ postId: posts.get(title)!, text, replyTo })
      written.set(text, id)
    })
  /** @param what the title of a post, or the text of a comment */
  const findUseful = (learners: LearnerName[], days: number, clock: string, what: string) =>
    story.at(days, clock, async (stage, at) => {
      const post = posts.get(what)
      const text =
        post === undefined
          ? ({ kind: 'comment', id: written.get(what)! } as const)
          : ({ kind: 'post', id: post } as const)
      for (const learner of learners) await stage.learner(learner, at).comments.markUseful(text)
    })
  const review = 'كيف تستعدون للمراجعة قبل اختبار PMP؟'
  post(
    8,
    -6,
    '20:15',
    'questions',
    review,
    'بقي شهر على اختباري، وأحل خمسين سؤالًا كل يوم. هل جرّب أحد المحاكاة الكاملة في نهاية الأسبوع؟',
  )
  const fridays = 'نعم، كل جمعة محاكاة كاملة في الوقت نفسه من اليوم. الفرق كبير في إدارة الوقت.'
  const causes = 'أفادني أن أكتب سبب الخطأ بعد كل سؤال، لا الجواب الصحيح فقط.'
  comment(11, -6, '21:02', review, fridays)
  comment('guest', -5, '19:30', review, causes)
  comment(8, -5, '20:05', review, 'سأجرّب هذا من الليلة. هل تكتبها في ملف واحد أم عند كل سؤال؟', causes)
  findUseful([8, 17, 'guest'], -5, '20:10', fridays)
  findUseful([8, 11, 2, 5], -4, '08:30', causes)
  findUseful([3, 12], -4, '08:40', review)
  const office = 'أول مكتب مشاريع في قسمنا'
  post(
    17,
    -3,
    '18:45',
    'experiences',
    office,
    'بعد اللقاء الثالث عرضنا على المدير سجلًا واحدًا للمشاريع بدل سبعة ملفات، فوافق في اليوم نفسه.',
  )
  comment(22, -2, '09:10', office, 'مبارك! هل تشاركون قالب السجل؟')
  findUseful([22, 8, 'guest', 6], -2, '09:15', office)

  const interviews = 'ثلاثة أسئلة غيّرت مقابلات التوظيف عندنا'
  post(
    'guest',
    -12,
    '21:10',
    'experiences',
    interviews,
    'بعد دورة الموارد البشرية صرنا نسأل كل مرشح الأسئلة الثلاثة نفسها:\n\n- حدثنا عن قرار تراجعت عنه.\n- ما الذي تعلّمته من زميل أصغر منك؟\n- ماذا ستسأل مديرك في أول أسبوع؟\n\nصارت المقارنة بين المرشحين أوضح، وقصرت المقابلة إلى نصف ساعة.',
  )
  const second = 'السؤال الثاني ممتاز. كيف تقيّمون الإجابة حتى لا يختلف اثنان في اللجنة؟'
  comment(14, -12, '22:00', interviews, second)
  comment(
    'guest',
    -11,
    '07:20',
    interviews,
    'سلّم من ثلاث درجات نتفق عليه قبل أول مقابلة، ويكتب كل واحد درجته قبل النقاش.',
    second,
  )
  comment(24, -11, '12:35', interviews, 'جربتها اليوم مع مرشحين اثنين، وشكرني أحدهما على وضوح الأسئلة.')
  findUseful([14, 24, 9, 0, 20], -11, '12:40', interviews)
  comment(2, -1, '22:30', interviews, 'هل تنفع الأسئلة نفسها للوظائف الفنية؟')

  const reasons = ['إعلان لا علاقة له بالموضوع', 'أسلوب غير لائق في الرد', 'معلومة غير صحيحة قد تضر من يأخذ بها']
  for (const [index, reason] of reasons.entries())
    story.at(-3 + index, '22:05', async (stage, at) => {
      const comments = await someComments(stage.services.db, 9)
      const id = comments[4 + index]!
      await stage.learner(3 + index, at).moderation.report({ kind: 'postComment', id, reason })
    })
  story.at(-2, '09:35', async (stage, at) => {
    const { moderation } = stage.staff('content', at)
    const { items } = await moderation.cases({} as never)
    const reason = 'الرد حادّ لكنه في صلب الموضوع'
    await moderation.decide({ id: items[0]!.id, decision: 'keep', reason })
  })
  story.at(-4, '10:20', async (stage, at) => {
    const { reviews } = stage.staff('content', at)
    const { items } = await reviews.reviews({ state: 'unanswered', sort: 'oldest', limit: 1 })
    await reviews.hideReview({ id: items[0]!.id, reason: 'كتب إلينا صاحب التقييم أنه يخص دورة أخرى.' })
  })
}
