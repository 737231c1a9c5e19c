import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageAddresses } from '../../../../scripts/page-addresses.ts'
import { type ContentFolder, contentFolder, partOfContent } from '../../../../tests/support/content/content-folder.ts'
import { toSchedule, withSession } from '../../../../tests/support/content/course-changes.ts'
import { checkContent } from '../content.server.ts'
import { findingText, isError } from './findings.ts'

const COURSE = 'courses/contracts-drafting.yaml'
const options = { addresses: pageAddresses(), now: new Date() }

describe('the check of content that may be loaded', () => {
  const part = partOfContent()
  afterAll(() => part.dispose())
  let folder: ContentFolder
  beforeEach(() => {
    folder = contentFolder(part.path)
  })
  afterEach(() => folder.dispose())
  const check = () => checkContent(folder.path, options)
  const errors = () => check().filter(isError).map(findingText)
  const warnings = () =>
    check()
      .filter((finding) => !isError(finding))
      .map(findingText)

  // biome-ignore lint/suspicious/noExplicitAny: each case changes what it names
  const doubts: [string, string, (value: any) => unknown, RegExp][] = [
    ['a missing translation', COURSE, (course) => delete course.summary.en, /:\d+, summary: has no English text/],
    [
      'a Latin comma in Arabic',
      COURSE,
      (course) => (course.summary.ar = 'عقود, وبنود'),
      /summary → ar: a Latin comma in Arabic/,
    ],
    [
      'a run that has begun',
      COURSE,
      (course) => (course.runs[0].startsInDays = -30),
      /runs → 1 → startsInDays: the run \S+ has begun already/,
    ],
    [
      'an in-person run in no city',
      COURSE,
      (course) => delete course.runs[0].city,
      /runs → 1: an in-person run without its city/,
    ],
    ['few outcomes', COURSE, (course) => course.outcomes.splice(1), /:\d+, outcomes: fewer than 3/],
    [
      'a schedule that is past',
      COURSE,
      (course) => toSchedule(course, { publishAt: '09:00' }),
      /:\d+, publishInDays: is past/,
    ],
    [
      'a room in no city',
      'courses/business-english.yaml',
      (course) => {
        withSession({ room: 'A' })(course)
        delete course.runs[0].city
      },
      /sessions → 2 → room: a room, but the run names no city/,
    ],
    ['a link to a course in a room', COURSE, withSession({ link: 'https://meet.example/1' }), /a link, but no room/],
    ['a course without a run ahead', COURSE, (course) => (course.runs = []), /runs: has no run ahead/],
    [
      'an expired coupon',
      'coupons.yaml',
      (coupons) => Object.assign(coupons[0], { validFromDays: -9, validForDays: 3 }),
      /WELCOME10 is active, but expired/,
    ],
    [
      'a link that is not safe',
      'partners.yaml',
      (partners) => (partners[0].link = 'http://a.example'),
      /is not safe: link to https/,
    ],
    [
      'a link to a former slug',
      'faqs.yaml',
      (faqs) => (faqs[0].questions[0].answer.en += ' [x](/courses/old)'),
      /“old” is a former slug/,
    ],
  ]
  it.each(doubts)('warns of %s', (_name, file, change, message) => {
    folder.change(COURSE, (course) => {
      course.formerSlugs = ['old']
    })
    folder.change(file, change)
    expect(warnings().join('\n')).toMatch(message)
    expect(errors()).toEqual([])
  })
})
