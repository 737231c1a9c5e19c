/** A course as structured data (schema.org): the course, its runs, price and reviews. */
import type { AggregateRating, Course, CourseInstance, Offer, Review } from 'schema-dts'
import { linksFor } from '../../../links.ts'
import { catalogue as ar } from '../../../locales/ar/catalogue.ts'
import { catalogue as en } from '../../../locales/en/catalogue.ts'
import { WEEK_MS } from '../../../platform/durations.ts'
import { absolute, provider, type Site } from '../../discovery/structured-data.ts'
import type { CourseDetails, Schedule } from '../course-contract.ts'
import { type CourseState, RECORDED } from '../course-state.ts'
import { isAverageShown } from '../rating.ts'

const TEXTS = { ar, en }
/** How many of the page's reviews are included in full. */
const MAX_REVIEWS = 10
/** 1 in-person, 2 recorded, 3 online, as Google's documentation of `courseMode` names them. */
const MODE = { 1: 'Onsite', 2: 'Online', 3: 'Online' } as const
const IN_PERSON = 1

export function courseData(site: Site, course: CourseDetails, sharePicture: string): Course {
  const url = absolute(site, linksFor(site.lang).course(course.slug))
  const instances = instancesOf(site, course, url)
  return {
    '@type': 'Course',
    '@id': `${url}#course`,
    name: course.name,
    description: course.summary,
    url,
    image: absolute(site, sharePicture),
    inLanguage: site.lang,
    provider: provider(site),
    about: course.specialization.name,
    educationalLevel: TEXTS[site.lang].levels[course.level],
    teaches: course.outcomes,
    ...(course.prerequisites.length > 0 ? { coursePrerequisites: course.prerequisites } : {}),
    ...(course.certificate ? { educationalCredentialAwarded: course.certificate } : {}),
    offers: offerOf(site, course, course.state, course.priceHalalas),
    ...(instances.length > 0 ? { hasCourseInstance: instances } : {}),
    ...reviewsOf(course),
  }
}

function instancesOf(site: Site, course: CourseDetails, url: string): CourseInstance[] {
  const common = {
    '@type': 'CourseInstance',
    name: course.name,
    description: course.summary,
    courseMode: MODE[course.courseDeliveryMethod],
    courseWorkload: hoursAsDuration(course.hours),
    ...(course.trainers.length > 0
      ? {
          instructor: course.trainers.map(({ name, title }) => ({ '@type': 'Person', name, jobTitle: title }) as const),
        }
      : {}),
  } as const
  if (course.courseDeliveryMethod === RECORDED) return [{ ...common, location: { '@type': 'VirtualLocation', url } }]
  return course.schedules.map((run) => ({
    ...common,
    startDate: run.startsAt,
    endDate: run.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode:
      course.courseDeliveryMethod === IN_PERSON
        ? 'https://schema.org/OfflineEventAttendanceMode'
        : 'https://schema.org/OnlineEventAttendanceMode',
    location: run.place ? placeOf(run.place) : { '@type': 'VirtualLocation', url },
    organizer: provider(site),
    maximumAttendeeCapacity: run.seats,
    remainingAttendeeCapacity: run.seatsLeft,
    courseSchedule: scheduleOf(run),
    offers: offerOf(site, course, run.state, run.priceHalalas, run.enrolmentOpensAt),
  }))
}

function placeOf({ city, venue }: NonNullable<Schedule['place']>) {
  return {
    '@type': 'Place',
    name: venue || city,
    address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'SA' },
  } as const
}

const DAYS = {
  sun: 'https://schema.org/Sunday',
  mon: 'https://schema.org/Monday',
  tue: 'https://schema.org/Tuesday',
  wed: 'https://schema.org/Wednesday',
  thu: 'https://schema.org/Thursday',
  fri: 'https://schema.org/Friday',
  sat: 'https://schema.org/Saturday',
} as const

function scheduleOf(run: Schedule) {
  const weeks = Math.max(1, Math.ceil((Date.parse(run.endsAt) - Date.parse(run.startsAt)) / WEEK_MS))
  return {
    '@type': 'Schedule',
    repeatFrequency: 'Weekly',
    repeatCount: weeks,
    byDay: run.weekdays.map((day) => DAYS[day]),
    startDate: run.startsAt,
    endDate: run.endsAt,
    startTime: run.fromTime,
    endTime: run.toTime,
    scheduleTimezone: 'Asia/Riyadh',
  } as const
}

function offerOf(site: Site, course: CourseDetails, state: CourseState, halalas: number, opensAt?: string): Offer {
  const price = (halalas / 100).toFixed(2)
  return {
    '@type': 'Offer',
    url: absolute(site, linksFor(site.lang).course(course.slug)),
    category: halalas === 0 ? 'Free' : 'Paid',
    price,
    priceCurrency: 'SAR',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'SAR',
      // False would say that VAT is added to the price.
      ...(course.includesVat ? { valueAddedTaxIncluded: true } : {}),
    },
    availability: AVAILABILITY[state],
    ...(opensAt ? { validFrom: opensAt } : {}),
  }
}

const AVAILABILITY = {
  open: 'https://schema.org/InStock',
  free: 'https://schema.org/InStock',
  'few-seats': 'https://schema.org/LimitedAvailability',
  upcoming: 'https://schema.org/PreOrder',
  full: 'https://schema.org/SoldOut',
  closed: 'https://schema.org/OutOfStock',
} as const

/** Only reviews of this course, and only those that the page shows, as Google's guidelines require. */
function reviewsOf({ rating, reviews }: CourseDetails): { aggregateRating?: AggregateRating; review?: Review[] } {
  const shown = reviews.filter(({ hidden }) => !hidden)
  if (!rating || shown.length === 0) return {}
  const aggregateRating: AggregateRating = {
    '@type': 'AggregateRating',
    ratingValue: rating.average,
    reviewCount: rating.count,
    bestRating: 5,
    worstRating: 1,
  }
  return {
    ...(isAverageShown(rating.count) ? { aggregateRating } : {}),
    review: shown.slice(0, MAX_REVIEWS).map(({ userName, rate, comment, createdAt, answer }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: userName },
      datePublished: createdAt,
      reviewBody: comment,
      reviewRating: { '@type': 'Rating', ratingValue: rate, bestRating: 5, worstRating: 1 },
      ...(answer
        ? {
            comment: {
              '@type': 'Comment' as const,
              author: { '@type': 'Organization' as const, name: answer.by },
              datePublished: answer.at,
              text: answer.text,
            },
          }
        : {}),
    })),
  }
}

/** ISO 8601: `40` → `PT40H`, `1.5` → `PT1H30M`. */
function hoursAsDuration(hours: number): string {
  const minutes = Math.round((hours % 1) * 60)
  return `PT${Math.floor(hours)}H${minutes > 0 ? `${minutes}M` : ''}`
}
