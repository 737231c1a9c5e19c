import { expect, test } from 'vitest'
import { wrongInStructuredData } from '../../../tests/support/pages/schema-org.ts'
import { courseData } from '../catalogue/course/course-data.ts'
import type { CourseDetails } from '../catalogue/course-contract.ts'
import {
  articleData,
  breadcrumbs,
  dataBlock,
  educationalOrganization,
  faqPage,
  itemList,
  webSite,
} from './structured-data.ts'

const site = { lang: 'ar' as const, siteName: 'معهد', publicUrl: 'https://maahad.example' }

const institute = {
  name: 'معهد',
  alternateName: 'Maahad',
  legalName: 'شركة معهد',
  tagline: 'تعلّم',
  phone: '+966 11 000 0000',
  whatsapp: '+966 50 000 0000',
  email: 'info@maahad.example',
  address: 'الرياض',
  commercialRegistration: '1010987650',
  vatNumber: '310098765000003',
  licence: 'مرخّصة',
  social: [{ id: 'x', link: 'https://x.com/maahad' }],
  stores: { ios: 'https://apps.apple.com', android: 'https://play.google.com' },
} as unknown as Parameters<typeof educationalOrganization>[1]

const run: CourseDetails['schedules'][number] = {
  id: 3,
  startsAt: '2027-01-10T13:00:00.000Z',
  endsAt: '2027-01-28T16:00:00.000Z',
  weekdays: ['sun', 'tue'],
  fromTime: '16:00',
  toTime: '19:00',
  place: { city: 'الرياض', venue: 'الملقا' },
  seats: 20,
  seatsLeft: 4,
  enrolmentOpensAt: '2026-12-01T00:00:00.000Z',
  enrolmentClosesAt: '2027-01-09T00:00:00.000Z',
  state: 'few-seats',
  priceHalalas: 115000,
}

const course: CourseDetails = {
  id: 7,
  slug: 'دبلوم-إدارة',
  name: 'دبلوم إدارة',
  summary: 'عن الدبلوم',
  image: '/media/x/y.svg',
  specialization: { id: 1, name: 'الإدارة' },
  courseCategory: 3,
  level: 1,
  courseDeliveryMethod: 1,
  hours: 40.5,
  priceHalalas: 115000,
  currency: 'SAR',
  state: 'few-seats',
  rating: { average: 4.5, count: 5 },
  description: '<p>…</p>',
  outcomes: ['تخطيط'],
  prerequisites: [],
  audience: ['مديرون'],
  outline: [],
  certificate: 'شهادة',
  licence: null,
  includesVat: true,
  hasLessons: false,
  instalmentCompanies: [],
  previewVideo: null,
  trainers: [{ id: 1, name: 'سارة', title: 'مستشارة', bio: '', picture: null, pictureAlt: null }],
  faq: [{ question: 'كم؟', answer: 'كذا' }],
  schedules: [run],
  reviews: [
    {
      id: 1,
      userName: 'نورة',
      userPicture: null,
      rate: 4.5,
      comment: 'نافع',
      createdAt: '2026-01-01T00:00:00Z',
      isMine: false,
    },
  ],
  seo: { metaTitle: '', metaDescription: '', keywords: '' },
}

const article = {
  title: 'كيف تبدأ',
  summary: 'ملخص',
  path: '/ar/blog/x',
  image: '/share/ar.png',
  author: 'سارة',
  category: 'القيادة',
  tags: ['قيادة'],
  publishedAt: '2026-01-01T00:00:00Z',
  commentsCount: 3,
}

const wrong = (...things: unknown[]) => wrongInStructuredData({ '@context': 'https://schema.org', '@graph': things })

test('everything that pages tell machines is in the vocabulary, with what Google asks for', () => {
  const data = [
    educationalOrganization(site, institute),
    webSite(site),
    breadcrumbs(site, { name: 'الدورات', path: '/ar/courses' }),
    itemList(site, ['/ar/courses/a', '/ar/courses/b'], 13),
    faqPage(course.faq),
    articleData(site, article),
    courseData(site, course, '/share/ar/courses/7.png?v=1'),
    courseData(
      site,
      { ...course, courseDeliveryMethod: 2, schedules: [], state: 'free', priceHalalas: 0 },
      '/share/ar.png',
    ),
    courseData(site, { ...course, schedules: [{ ...run, place: null }], courseDeliveryMethod: 3 }, '/share/ar.png'),
  ]
  expect(wrong(...data)).toEqual([])
})

test.each([
  ['a type that is none', { '@type': 'Corse', name: 'x' }, 'no such type'],
  ['a property that is none', { '@type': 'Person', nmae: 'x' }, 'no such property'],
  [
    'a thing of another type',
    { '@type': 'WebSite', name: 'x', url: 'https://x.example', publisher: { '@type': 'Offer' } },
    'not expected here',
  ],
  [
    'a word outside the list',
    { '@type': 'Offer', category: 'Paid', price: '1', priceCurrency: 'SAR', availability: 'Plenty' },
    'may not be',
  ],
  [
    'a text where a number belongs',
    { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT1H', maximumAttendeeCapacity: 'many' },
    'may not be',
  ],
  ['an empty text', { '@type': 'Person', name: '' }, 'is empty'],
  ['a course without its offer', { ...courseData(site, course, '/s.png'), offers: undefined }, 'Course'],
  ['a relative address', { '@type': 'WebSite', name: 'x', url: '/ar' }, 'no whole address'],
])('the check refuses %s', (_, thing, reason) => {
  expect(wrong(JSON.parse(JSON.stringify(thing))).join()).toContain(reason)
})

test('a course tells each run with its own place, price and seats, and VAT as part of the price', () => {
  const data = JSON.parse(JSON.stringify(courseData(site, course, '/share/ar/courses/7.png')))
  const [instance] = data.hasCourseInstance
  expect(instance).toMatchObject({
    courseMode: 'Onsite',
    courseWorkload: 'PT40H30M',
    startDate: run.startsAt,
    location: { address: { addressLocality: 'الرياض' } },
    remainingAttendeeCapacity: 4,
    courseSchedule: { repeatCount: 3, byDay: ['https://schema.org/Sunday', 'https://schema.org/Tuesday'] },
    offers: { price: '1150.00', priceCurrency: 'SAR', availability: 'https://schema.org/LimitedAvailability' },
  })
  expect(data.offers.priceSpecification.valueAddedTaxIncluded).toBe(true)
  const withoutVat = courseData(site, { ...course, includesVat: false }, '/share/ar/courses/7.png')
  expect(JSON.stringify(withoutVat)).not.toContain('valueAddedTax')
})

test('fewer than five reviews claim no average', () => {
  const few = courseData(site, { ...course, rating: { average: 4.5, count: 4 } }, '/share/ar.png')
  expect(few.review).toHaveLength(1)
  expect(few.aggregateRating).toBeUndefined()
  expect(courseData(site, course, '/share/ar.png').aggregateRating).toMatchObject({ reviewCount: 5 })
})

test('a course without reviews claims no rating', () => {
  const { rating: _, ...rest } = course
  const data = JSON.stringify(courseData(site, { ...rest, reviews: [] }, '/share/ar.png'))
  expect(data).not.toMatch(/aggregateRating|reviewCount|"review"/)
})

test('a text in the data can neither end its block nor begin a comment', () => {
  const block = dataBlock([{ '@type': 'Person', name: '</script><script>alert(1)</script><!--' }])
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(block).not.toContain('<!--')
  expect(JSON.parse(block.replace(/^<script[^>]*>|<\/script>$/g, ''))['@graph'][0].name).toContain('</script>')
  expect(dataBlock([])).toBe('')
})
