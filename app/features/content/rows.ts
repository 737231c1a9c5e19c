/** The content as database rows: keys become ids, days become instants, riyals become halalas. */
import type { PageSection } from '../../../db/shapes.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import { textsOfLesson } from '../lessons/lesson-texts.ts'
import { textsOfCourse } from '../translations/course-texts.ts'
import type { MadeFrom } from '../translations/english-state.ts'
import { textsOfPage, textsOfSeo } from '../translations/page-texts.ts'
import type { CourseFile, RunFile } from './course-format.ts'
import type { Content, PageFile } from './format.ts'
import { englishRow, type LoadedRecord, publicationRow, sameDay, sameMinute } from './publication-fields.ts'
import { enrolmentDates, runDates, sessionTimes } from './run-dates.ts'

export const CATEGORIES = { development: 1, preparatory: 2, registered: 3 } as const
export const LEVELS = { beginner: 1, intermediate: 2, advanced: 3 } as const
export const DELIVERIES = { 'in-person': 1, recorded: 2, online: 3 } as const

/** The address of a picture or a film of the folder. */
export type PictureAddress = (path: string) => string
export type Ids = ReadonlyMap<string, number>

export const halalas = (riyals: number) => Math.round(riyals * 100)
const halalasOrNull = (riyals: number | undefined) => (riyals === undefined ? null : halalas(riyals))
const json = JSON.stringify
const jsonOrNull = (value: object | undefined) => (value === undefined ? null : json(value))

/** A value of the map, which must exist: consistency was checked before. */
function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`No id for ${key}`)
  return id
}

export function specializationRows({ specializations }: Content) {
  return specializations.map(({ key, slug, name, summary, mark, colour }, position) => ({
    key,
    parent_id: null,
    slug,
    name: json(name),
    summary: json(summary),
    mark,
    colour,
    position,
  }))
}

export function subSpecializationRows({ specializations }: Pick<Content, 'specializations'>, ids: Ids) {
  return specializations.flatMap(({ key: parent, children }) =>
    children.map(({ key, name }, position) => ({
      key,
      parent_id: idOf(ids, parent),
      slug: null,
      name: json(name),
      summary: null,
      mark: null,
      colour: null,
      position,
    })),
  )
}

export function trainerRows({ trainers }: Content, picture: PictureAddress) {
  return trainers.map((trainer) => ({
    key: trainer.key,
    name: json(trainer.name),
    title: json(trainer.title),
    bio: json(trainer.bio),
    picture: trainer.picture === undefined ? null : picture(trainer.picture),
    picture_alt: jsonOrNull(trainer.pictureAlt),
  }))
}

/** The treatment of courses without their own value. */
export const vatOf = (course: CourseFile, { vatDefault = 'standard' }: Content['institute']) => course.vat ?? vatDefault

/** What files say less exactly than a stored course: instants by their day, and which English is behind. */
/** @param loaded the course as it is stored: what is more exact stays as long as the file says the same */
export function courseRow(
  course: CourseFile,
  institute: Content['institute'],
  loadedOn: string,
  specializations: Ids,
  picture: PictureAddress,
  loaded?: LoadedRecord,
) {
  const { subSpecialization } = course
  return {
    key: course.key,
    slug: course.slug,
    specialization_id: idOf(specializations, course.specialization),
    sub_specialization_id: subSpecialization === undefined ? null : idOf(specializations, subSpecialization),
    category: CATEGORIES[course.category],
    level: LEVELS[course.level],
    delivery_method: DELIVERIES[course.delivery],
    hours: course.hours,
    price_halalas: halalas(course.price),
    old_price_halalas: halalasOrNull(course.oldPrice),
    vat_treatment: vatOf(course, institute),
    vat_reason_code: course.vatReasonCode ?? null,
    zero_rated_for_citizens: course.zeroRatedForCitizens ?? false,
    name: json(course.name),
    summary: json(course.summary),
    description: json(course.description),
    outcomes: json(course.outcomes),
    prerequisites: json(course.prerequisites),
    audience: json(course.audience),
    outline: json(course.outline),
    certificate: json(course.certificate),
    faq: json(course.faq),
    seo: json(course.seo),
    licence: course.licence ?? null,
    cover: course.cover === undefined ? '' : picture(course.cover),
    cover_alt: jsonOrNull(course.coverAlt),
    preview_video: course.previewVideo ?? null,
    ...englishRow(textsOfCourse({ ...course, cover_alt: course.coverAlt }), course.englishStale, loaded),
    ...publicationRow(course, loadedOn, loaded),
  }
}

/** @param stored the lessons of the course as they are, by their keys */
export function lessonRows({ lessons }: CourseFile, stored: ReadonlyMap<string, Loaded>) {
  return lessons.map(({ key, title, minutes, free, text, captions, quiz, englishStale }) => {
    const texts = textsOfLesson({ title, body: text ?? null, captions: captions ?? null, quiz: quiz ?? null })
    return {
      ...{ key, title: json(title), minutes, is_free: free ?? false },
      ...{ body: jsonOrNull(text), captions: jsonOrNull(captions), quiz: jsonOrNull(quiz) },
      ...englishRow(texts, englishStale, stored.get(key)),
    }
  })
}

export function courseTrainerRows(course: CourseFile, courses: Ids, trainers: Ids) {
  return course.trainers.map((key, position) => ({
    course_id: idOf(courses, course.key),
    trainer_id: idOf(trainers, key),
    position,
  }))
}

export type LoadedRun = {
  startsAt: Date
  endsAt: Date
  weekdays: string[]
  from: string
  to: string
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  cancelledAt: Date | null
  /** Bought by companies and not used yet: part of the held seats, but not of the file. */
  companySeats: number
  /** Its learners were told; files do not bring it back. */
  isCancelledByStaff: boolean
}

/** @param loaded a run that is already loaded: its dates do not change, and no file cancels it */
export function runRow(run: RunFile, courseId: number, days: { countedFrom: string; now: Date }, loaded?: LoadedRun) {
  const times = loaded ?? { ...runDates(days.countedFrom, run), weekdays: run.weekdays, from: run.from, to: run.to }
  const enrolment = enrolmentDates(times.startsAt, run)
  const cancelledAt = () => {
    if (!loaded) return run.cancelled ? days.now : null
    return loaded.isCancelledByStaff || run.cancelled ? loaded.cancelledAt : null
  }
  return {
    course_id: courseId,
    key: run.key,
    starts_at: times.startsAt,
    ends_at: times.endsAt,
    weekdays: times.weekdays,
    from_time: times.from,
    to_time: times.to,
    city: jsonOrNull(run.city),
    venue: jsonOrNull(run.venue),
    seats: run.seats,
    held_seats: run.heldSeats + (loaded?.companySeats ?? 0),
    minimum_seats: run.minimum ?? null,
    enrolment_opens_at: sameMinute(loaded?.enrolmentOpensAt, enrolment.opensAt),
    enrolment_closes_at: sameMinute(loaded?.enrolmentClosesAt, enrolment.closesAt)!,
    cancelled_at: cancelledAt(),
    price_halalas: halalasOrNull(run.price),
  }
}

/** The sessions that a file names one by one; none when they follow from its weekdays. */
export function sessionRows(run: RunFile, runId: number, loadedOn: string, trainers: Ids) {
  return (run.sessions ?? []).map((session) => {
    const { startsAt, endsAt } = sessionTimes(loadedOn, session)
    return {
      schedule_id: runId,
      starts_at: startsAt,
      ends_at: endsAt,
      room: session.room ?? null,
      join_link: session.link ?? null,
      trainer_id: session.trainer === undefined ? null : idOf(trainers, session.trainer),
    }
  })
}

type Moderated = { answered_at: Date | null; hidden_at: Date | null }

/** @param loaded what is stored by key: of an answer on the day of the file, and of what is hidden, the instant stays */
export function reviewRows(
  { reviews }: Content,
  loadedOn: string,
  courses: Ids,
  picture: PictureAddress,
  loaded: ReadonlyMap<string, Moderated>,
) {
  return reviews.map((review) => ({
    key: review.key,
    course_id: idOf(courses, review.course),
    user_name: json(review.name),
    user_picture: review.picture === undefined ? null : picture(review.picture),
    rate: review.rate,
    comment: json(review.comment),
    featured: review.featured,
    answer: jsonOrNull(review.answer?.text),
    answered_at: sameDay(
      loaded.get(review.key)?.answered_at,
      review.answer ? instantOf(plusDays(loadedOn, -review.answer.daysAgo)) : null,
    ),
    hidden_at: review.hidden === undefined ? null : (loaded.get(review.key)?.hidden_at ?? instantOf(loadedOn)),
    hidden_reason: review.hidden ?? null,
    created_at: instantOf(plusDays(loadedOn, -review.daysAgo)),
  }))
}

type Validity = { valid_from: Date; valid_to: Date | null }

/** @param loaded what is stored by code: its instants stay as long as they are on the days of the file */
export function couponRows(
  { coupons }: Content,
  loadedOn: string,
  courses: Ids,
  loaded: ReadonlyMap<string, Validity>,
) {
  return coupons.map((coupon) => {
    const from = plusDays(loadedOn, coupon.validFromDays)
    const to = coupon.validForDays === undefined ? null : instantOf(plusDays(from, coupon.validForDays))
    const stored = loaded.get(coupon.code)
    return {
      code: coupon.code,
      note: json(coupon.note),
      percent: coupon.percent ?? null,
      amount_halalas: halalasOrNull(coupon.amount),
      valid_from: sameDay(stored?.valid_from, instantOf(from))!,
      valid_to: sameDay(stored?.valid_to, to),
      total_limit: coupon.totalLimit ?? null,
      per_learner_limit: coupon.perLearnerLimit ?? null,
      minimum_halalas: halalasOrNull(coupon.minimum),
      course_ids: coupon.courses === undefined ? null : coupon.courses.map((key) => idOf(courses, key)),
      email_domain: coupon.emailDomain?.toLowerCase() ?? null,
      active: coupon.active,
    }
  })
}

type Loaded = { english_made_from: MadeFrom }

/** @param loaded the page as it is stored: what is more exact stays as long as the file says the same */
export function pageRow(page: PageFile, loadedOn: string, picture: PictureAddress, loaded: Loaded | undefined) {
  const pictured = <T extends { image?: string | undefined }>({ image, ...rest }: T) =>
    image === undefined ? rest : { ...rest, image: picture(image) }
  const sections = page.sections.map((section) => ({ ...pictured(section), items: section.items.map(pictured) }))
  return {
    code: page.code,
    title: json(page.title),
    description: json(page.description),
    image: page.image === undefined ? null : picture(page.image),
    image_alt: jsonOrNull(page.imageAlt),
    video: page.video === undefined ? null : picture(page.video),
    sections: json(sections satisfies PageSection[] | object[]),
    ...englishRow(textsOfPage({ ...page, image_alt: page.imageAlt }), page.englishStale, loaded),
    updated_at: instantOf(plusDays(loadedOn, -page.updatedDaysAgo)),
  }
}

export function seoRows({ seo }: Content, stored: ReadonlyMap<string, Loaded>) {
  return seo.map(({ code, metaTitle, metaDescription, keywords, englishStale }) => ({
    code,
    meta_title: json(metaTitle),
    meta_description: json(metaDescription),
    keywords: json(keywords),
    ...englishRow(
      textsOfSeo({ meta_title: metaTitle, meta_description: metaDescription, keywords }),
      englishStale,
      stored.get(code),
    ),
  }))
}

export function organisationRows({ partners, clients }: Content, picture: PictureAddress) {
  const rows = (kind: 'partner' | 'client', organisations: Content['partners']) =>
    organisations.map(({ key, name, logo, link, hidden = false }, position) => ({
      kind,
      key,
      name: json(name),
      logo: picture(logo),
      link: link ?? null,
      hidden,
      position,
    }))
  return [...rows('partner', partners), ...rows('client', clients)]
}

export function faqRows({ faqs }: Content) {
  return faqs.map(({ key, title, questions }, position) => ({
    key,
    title: json(title),
    questions: json(questions.filter(({ hidden }) => !hidden).map(({ question, answer }) => ({ question, answer }))),
    position,
  }))
}

export function instituteRow({ institute }: Content, loadedOn: string) {
  const { loadedOn: _, ...data } = institute
  return { singleton: true, data: json(data), loaded_on: loadedOn }
}
