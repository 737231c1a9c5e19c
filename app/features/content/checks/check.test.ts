import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pageAddresses } from '../../../../scripts/page-addresses.ts'
import { type ContentFolder, contentFolder, partOfContent } from '../../../../tests/support/content/content-folder.ts'
import { toSchedule, withSession } from '../../../../tests/support/content/course-changes.ts'
import { checkContent, DEMONSTRATION } from '../content.server.ts'
import { findingText, isError } from './findings.ts'

const COURSE = 'courses/contracts-drafting.yaml'
const INSTITUTE = 'institute.yaml'
const options = { addresses: pageAddresses(), now: new Date() }

describe('the check of the content', () => {
  const part = partOfContent()
  afterAll(() => part.dispose())
  let folder: ContentFolder
  beforeEach(() => {
    folder = contentFolder(part.path)
  })
  afterEach(() => folder.dispose())
  const check = () => checkContent(folder.path, options)
  const errors = () => check().filter(isError).map(findingText)

  it('finds a cover of its own for each course of the demonstration, and a critical review with its answer', () => {
    const covers = readdirSync(join(DEMONSTRATION, 'courses')).map(
      (file) => parse(readFileSync(join(DEMONSTRATION, 'courses', file), 'utf8')).cover,
    )
    expect(new Set(covers).size).toBe(covers.length)
    const reviews: { rate: number; answer?: object }[] = parse(
      readFileSync(join(DEMONSTRATION, 'reviews.yaml'), 'utf8'),
    )
    expect(reviews.filter(({ rate, answer }) => rate <= 2 && answer).length).toBeGreaterThan(0)
  })

  it('finds no error in the demonstration', () => {
    expect(checkContent(DEMONSTRATION, options).filter(isError).map(findingText)).toEqual([])
  })

  it('finds an outline that names other lessons than the course has', () => {
    const other = 'names other lessons than the course has'
    const found = (path: string) => checkContent(path, options).filter(({ message }) => message === other)
    expect(found(DEMONSTRATION)).toEqual([])
    const whole = contentFolder()
    whole.change('courses/sql-foundations.yaml', (course) => course.lessons.pop())
    expect(found(whole.path).map(findingText)).toEqual([expect.stringContaining('sql-foundations.yaml')])
    whole.dispose()
  })

  // biome-ignore lint/suspicious/noExplicitAny: each case changes what it names
  const mistakes: [string, string, (value: any) => unknown, RegExp][] = [
    [
      'a missing field',
      COURSE,
      (course) => delete course.level,
      /contracts-drafting\.yaml(:\d+)?, level: (is missing|must be one of)/,
    ],
    ['a field of another name', COURSE, (course) => (course.prise = 5), /has unknown fields: prise/],
    ['a wrong choice', COURSE, (course) => (course.delivery = 'by post'), /:\d+, delivery: must be one of: in-person/],
    ['text for a number', COURSE, (course) => (course.hours = 'ten'), /:\d+, hours: must be a number/],
    [
      'a mistyped IBAN',
      INSTITUTE,
      ({ bank }) => (bank.iban = 'SA61 0000 0001 2345 6789 0123'),
      /bank → iban: .*check digits/,
    ],
    [
      'an IBAN of another country',
      INSTITUTE,
      ({ bank }) => (bank.iban = 'DE89370400440532013000'),
      /iban: .*SA and 22 digits/,
    ],
    ['an empty text', COURSE, (course) => (course.name.ar = ' '), /:\d+, name → ar: must not be empty/],
    ['no outcomes', COURSE, (course) => course.outcomes.splice(0), /:\d+, outcomes: needs at least 1/],
    ['an unfinished text that visitors see', COURSE, (course) => (course.summary.ar = ''), /:\d+, summary → ar: must/],
    [
      'a course without a cover',
      COURSE,
      (course) => delete course.cover,
      /:\d*.*cover: is missing in what visitors see/,
    ],
    [
      'a course in two states',
      COURSE,
      (course) => (course.archivedDaysAgo = 3),
      /:\d+, archivedDaysAgo: a course is published, scheduled or archived/,
    ],
    ['a schedule without its time', COURSE, (course) => toSchedule(course, {}), /publishInDays and publishAt belong/],
    [
      'a session outside of its run',
      COURSE,
      withSession({ inDays: 999 }),
      /sessions → 2 → inDays: is outside of the days/,
    ],
    ['two sessions at once', COURSE, withSession({ from: '00:30' }), /sessions → 2 → from: overlaps with session 1/],
    [
      'a session of nobody',
      COURSE,
      withSession({ trainer: 'nobody' }),
      /2 → trainer: there is no trainer with the key/,
    ],
    ['an unknown field of a session', COURSE, withSession({ hall: 'A' }), /sessions → 2: has unknown fields: hall/],
    ['a run that begins without a session', COURSE, withSession({}, 1), /1 → inDays: the run begins on a day without/],
    [
      'a minimum above the seats',
      COURSE,
      (course) => (course.runs[0].minimum = 900),
      /runs → 1 → minimum: is more than the seats/,
    ],
    ['a bad slug', COURSE, (course) => (course.slug = 'صياغة العقود'), /:\d+, slug: must be letters, digits/],
    [
      'a slug of decomposed letters',
      COURSE,
      (course) => (course.slug = 'caf\u0065\u0301'),
      /slug: .*Unicode normal form C/,
    ],
    [
      'a picture outside the folder',
      COURSE,
      (course) => (course.cover = 'images/../secret.svg'),
      /cover: must be a path such as/,
    ],
    [
      'a missing picture',
      COURSE,
      (course) => (course.cover = 'images/covers/none.svg'),
      /:\d+, cover: there is no picture images\/covers\/none\.svg/,
    ],
    [
      'an unknown trainer',
      COURSE,
      (course) => (course.trainers = ['nobody']),
      /:\d+, trainers → 1: there is no trainer with the key “nobody”/,
    ],
    [
      'an unknown specialization',
      COURSE,
      (course) => (course.specialization = 'magic'),
      /there is no specialization with the key “magic”/,
    ],
    [
      'a part of another specialization',
      COURSE,
      (course) => (course.subSpecialization = 'pmo'),
      /“pmo” is not a part of/,
    ],
    [
      'a key that is not the file’s name',
      COURSE,
      (course) => (course.key = 'another'),
      /the file is called contracts-drafting\.yaml/,
    ],
    [
      'two runs of one key',
      COURSE,
      (course) => course.runs.push({ ...course.runs[0] }),
      /runs → \d+ → key: “\S+” stands twice/,
    ],
    [
      'a discount that is none',
      COURSE,
      (course) => (course.oldPrice = course.price),
      /oldPrice: must be more than the price/,
    ],
    [
      'a run that ends before it begins',
      COURSE,
      (course) => (course.runs[0].to = '01:00'),
      /runs → 1 → to: must be later/,
    ],
    [
      'more held seats than seats',
      COURSE,
      (course) => (course.runs[0].heldSeats = 999),
      /runs → 1 → heldSeats: are more than the seats/,
    ],
    [
      'enrolment that closes before it opens',
      COURSE,
      (course) => Object.assign(course.runs[0], { enrolmentOpensDaysBefore: 2, enrolmentClosesDaysBefore: 5 }),
      /enrolment would close before it opens/,
    ],
    [
      'a recorded course with runs',
      COURSE,
      (course) => (course.delivery = 'recorded'),
      /runs: a recorded course begins at any time/,
    ],
    [
      'the slug of another course',
      COURSE,
      (course) => (course.slug = 'دبلوم-المحاسبة-التطبيقية'),
      /slug: is also the slug of the course/,
    ],
    [
      'a former slug that leads elsewhere',
      COURSE,
      (course) => (course.formerSlugs = ['دبلوم-المحاسبة-التطبيقية']),
      /already leads to the course accounting-diploma/,
    ],
    [
      'a link without a page',
      'pages/about-us.yaml',
      (page) => (page.sections[0].body.ar += ' [هنا](/nowhere)'),
      /body → ar: there is no page \/nowhere/,
    ],
    [
      'a link to a course that is not',
      'faqs.yaml',
      (faqs) => (faqs[0].questions[0].answer.en += ' [x](/courses/nothing)'),
      /there is no course with the slug “nothing”/,
    ],
    [
      'a link that names its language',
      'faqs.yaml',
      (faqs) => (faqs[0].questions[0].answer.en += ' [x](/ar/faq)'),
      /names its language/,
    ],
    [
      'a link that runs a script',
      'pages/home.yaml',
      (page) => (page.sections[0].items[0].link = 'javascript:alert(1)'),
      /is no link/,
    ],
    [
      'a review of no course',
      'reviews.yaml',
      (reviews) => (reviews[0].course = 'nothing'),
      /1 → course: there is no course/,
    ],
    [
      'a coupon that takes off twice',
      'coupons.yaml',
      (coupons) => (coupons[0].amount = 5),
      /WELCOME10 must take off either a percent or an amount/,
    ],
    [
      'a coupon that takes off nothing',
      'coupons.yaml',
      (coupons) => delete coupons[0].percent,
      /WELCOME10 must take off either/,
    ],
    [
      'a coupon for no course',
      'coupons.yaml',
      (coupons) => (coupons[6].courses = ['nothing']),
      /7 → courses → 1: there is no course/,
    ],
    [
      'two coupons of one code',
      'coupons.yaml',
      (coupons) => (coupons[1].code = 'WELCOME10'),
      /2 → code: “WELCOME10” stands twice/,
    ],
    [
      'two trainers of one key',
      'trainers.yaml',
      (trainers) => (trainers[1].key = trainers[0].key),
      /2 → key: “abdulrahman-alotaibi” stands twice/,
    ],
    [
      'a post of nobody',
      'posts/first-pivot-table.yaml',
      (post) => (post.author = 'nobody'),
      /posts\/first-pivot-table\.yaml:\d+, author: there is no author with the key “nobody”/,
    ],
    [
      'a post that is not its file’s name',
      'posts/first-pivot-table.yaml',
      (post) => (post.key = 'another'),
      /the file is called first-pivot-table\.yaml/,
    ],
    ['a page that the product needs', 'seo.yaml', (seo) => seo.splice(0, 1), /the entry “home” is missing/],
    [
      'a course without VAT whose invoice could not say why',
      'courses/accounting-diploma.yaml',
      (course) => (course.vat = 'exempt'),
      /accounting-diploma\.yaml:\d+.*vat: institute\.yaml must say under vatReasons → exempt/,
    ],
    [
      'a tax number that cannot be',
      'institute.yaml',
      (institute) => (institute.vatNumber = '123'),
      /institute\.yaml:\d+, vatNumber:/,
    ],
    [
      'an institute without a tax number that does not say why',
      'institute.yaml',
      (institute) => delete institute.vatNumber,
      /institute\.yaml.*vatNumber: is missing \(vatRegistered: false/,
    ],
    [
      'a rate of an institute that is not registered for VAT',
      'institute.yaml',
      (institute) => {
        institute.vatRegistered = false
        delete institute.vatNumber
      },
      /institute\.yaml:\d+, vatRatePercent: must be left out/,
    ],
    [
      'a reason code that is not one of the treatment',
      'courses/accounting-diploma.yaml',
      (course) => (course.vatReasonCode = 'VATEX-SA-EDU'),
      /accounting-diploma\.yaml:\d+, vatReasonCode: “VATEX-SA-EDU” is no reason for “vat: standard”/,
    ],
  ]
  it.each(mistakes)('finds %s', (_name, file, change, message) => {
    folder.change(file, change)
    expect(errors().join('\n')).toMatch(message)
  })

  it('takes a published course without search texts of its own: its name and summary stand for them', () => {
    folder.change(COURSE, (course) => {
      course.seo = { title: { ar: '' }, description: { ar: '' } }
    })
    expect(errors()).toEqual([])
    folder.change(COURSE, (course) => {
      course.summary = { ar: '' }
    })
    expect(errors()).toEqual([expect.stringMatching(/summary → ar: must not be empty in what visitors see/)])
  })

  it('finds YAML that cannot be read, on its line', () => {
    folder.write('faqs.yaml', '- key: one\n  title: { ar: "مفتوح\n')
    expect(errors().join('\n')).toMatch(/faqs\.yaml:\d+: is not valid YAML/)
  })

  it('finds a field that stands twice, and aliases that lead nowhere', () => {
    const course = folder.read(COURSE)
    folder.write(COURSE, `${course}key: again\n`)
    expect(errors()).toEqual([
      expect.stringMatching(/contracts-drafting\.yaml:\d+: is not valid YAML: Map keys must be uniq/),
    ])
    folder.write(COURSE, course.replace(/^hours: .*$/m, 'hours: *nothing'))
    expect(errors()).toEqual([expect.stringMatching(/contracts-drafting\.yaml:\d+: is not valid YAML: .*nothing/)])
    folder.write(COURSE, 'just text\n')
    expect(errors()).toEqual([expect.stringMatching(/contracts-drafting\.yaml:1: must be a group of fields/)])
  })

  it('also reads posts that share one file', () => {
    const post = folder.read('posts/first-pivot-table.yaml').trimEnd().replaceAll('\n', '\n  ')
    folder.write('posts.yaml', `- ${post}\n`)
    expect(errors()).toEqual([expect.stringMatching(/^posts\/first-pivot-table\.yaml:1, key: “\S+” stands twice$/)])
    folder.remove('posts/first-pivot-table.yaml')
    expect(errors()).toEqual([])
    folder.change('posts.yaml', (posts) => {
      posts[0].category = 'none'
    })
    expect(errors()).toEqual([expect.stringMatching(/^posts\.yaml:\d+, 1 → category: there is no category/)])
  })

  it('finds a missing file', () => {
    const trainers = folder.read('trainers.yaml')
    folder.remove('trainers.yaml')
    folder.remove('pages/terms-conditions.yaml')
    expect(errors()).toEqual(['trainers.yaml: the file is missing'])
    folder.write('trainers.yaml', trainers)
    expect(errors()).toEqual(['pages/terms-conditions.yaml: the page is missing'])
  })

  it('needs no demonstration accounts', () => {
    folder.remove('demo-accounts.yaml')
    expect(errors()).toEqual([])
  })
})
