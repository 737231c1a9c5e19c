/** Turns the database's rows into the files of a content folder: the inverse of `rows.ts`. */
import type { Institute } from '../../../db/shapes.ts'
import { dayOf, daysBetween } from '../../platform/days.ts'
import { planOf } from '../runs/sessions.ts'
import type { Content } from './format.ts'
import { publicationFields } from './publication-fields.ts'
import type { Everything } from './queries.server.ts'
import { CATEGORIES, DELIVERIES, LEVELS } from './rows.ts'
import { enrolmentPlanOf, followPattern } from './run-dates.ts'
import { type PicturePath, writingFilesFrom } from './writing/writing-files.server.ts'

const riyals = (halalas: number) => halalas / 100
const riyalsOrNone = (halalas: number | null) => (halalas === null ? undefined : riyals(halalas))

/** The path of a film with this address and of its accompanying files. */
export type FilmPath = (address: string) => string

/** The contents of the files, without empty fields. */
export type Files = { [Name in Exclude<keyof Content, 'demoAccounts' | 'postList'>]: object }

/** @param all rows of a database with content */
export function filesFrom(
  all: Everything & { institute: Institute; loadedOn: string },
  picture: PicturePath,
  film: FilmPath,
): Files {
  const keys = keysById(all)
  return {
    institute: { loadedOn: all.loadedOn, ...all.institute },
    specializations: specializations(all),
    trainers: all.trainers.map(({ key, name, title, bio, picture: address, picture_alt: alt }) => ({
      ...{ key, name, title, bio },
      picture: address === null ? undefined : picture(address, 'portraits'),
      pictureAlt: alt ?? undefined,
    })),
    courses: all.courses.map((row) => course(row, all, keys, picture)),
    reviews: reviews(all, keys, picture),
    coupons: coupons(all, keys),
    pages: all.pages.map((row) => page(row, all.loadedOn, picture, film)),
    seo: all.seo.map((row) => ({
      code: row.code,
      metaTitle: row.meta_title,
      metaDescription: row.meta_description,
      keywords: row.keywords,
      englishStale: unlessEmpty(row.english_stale),
    })),
    partners: organisations(all, 'partner', picture),
    clients: organisations(all, 'client', picture),
    faqs: all.faqs.map(({ key, title }) => ({
      ...{ key, title },
      questions: all.questions
        .filter(({ group_key }) => group_key === key)
        .map(({ question, answer, hidden }) => ({ question, answer, hidden: hidden || undefined })),
    })),
    synonyms: [...Map.groupBy(all.synonyms, ({ sense }) => sense)].map(([key, rows]) => ({
      ...{ key, words: rows.map(({ word }) => word) },
    })),
    ...writingFilesFrom(all, all.loadedOn, picture),
  }
}

type Loaded = Parameters<typeof filesFrom>[0]
type Keys = ReturnType<typeof keysById>

function keysById({ specializations, trainers, courses }: Everything) {
  const byId = (rows: { id: number; key: string }[]) => new Map(rows.map(({ id, key }) => [id, key]))
  return { specializations: byId(specializations), trainers: byId(trainers), courses: byId(courses) }
}

function specializations(all: Everything) {
  return all.specializations
    .filter(({ parent_id }) => parent_id === null)
    .map(({ id, key, slug, name, summary, mark, colour }) => ({
      ...{ key, slug, name, summary, mark, colour },
      children: unlessEmpty(
        all.specializations
          .filter(({ parent_id }) => parent_id === id)
          .map((child) => ({ key: child.key, name: child.name })),
      ),
    }))
}

function course(row: Everything['courses'][number], all: Loaded, keys: Keys, picture: PicturePath) {
  const former = all.formerSlugs.filter(({ course_id }) => course_id === row.id).map(({ slug }) => slug)
  return {
    key: row.key,
    slug: row.slug,
    formerSlugs: unlessEmpty(former),
    specialization: keys.specializations.get(row.specialization_id),
    subSpecialization: row.sub_specialization_id ? keys.specializations.get(row.sub_specialization_id) : undefined,
    category: nameOf(CATEGORIES, row.category),
    level: nameOf(LEVELS, row.level),
    delivery: nameOf(DELIVERIES, row.delivery_method),
    hours: row.hours,
    price: riyals(row.price_halalas),
    oldPrice: riyalsOrNone(row.old_price_halalas),
    vat: row.vat_treatment === (all.institute.vatDefault ?? 'standard') ? undefined : row.vat_treatment,
    vatReasonCode: row.vat_reason_code ?? undefined,
    zeroRatedForCitizens: row.zero_rated_for_citizens || undefined,
    ...publicationFields(row, all.loadedOn),
    licence: row.licence ?? undefined,
    cover: row.cover === '' ? undefined : picture(row.cover, 'covers'),
    coverAlt: row.cover_alt ?? undefined,
    previewVideo: row.preview_video ?? undefined,
    name: row.name,
    summary: row.summary,
    description: row.description,
    outcomes: row.outcomes,
    prerequisites: row.prerequisites,
    audience: row.audience,
    outline: row.outline,
    lessons: unlessEmpty(
      all.lessons.filter(({ course_id }) => course_id === row.id).map((one) => lesson(one, row, all)),
    ),
    certificate: row.certificate,
    trainers: all.courseTrainers
      .filter(({ course_id }) => course_id === row.id)
      .map(({ trainer_id }) => keys.trainers.get(trainer_id)),
    faq: row.faq,
    runs: all.runs.filter(({ course_id }) => course_id === row.id).map((one) => run(one, all, keys)),
    seo: row.seo,
    englishStale: unlessEmpty(row.english_stale),
  }
}

/** Where the files of lessons stand in a folder; their bytes are copied by the same names. */
export const lessonVideoPath = (course: string, lesson: string, type: string) =>
  `lessons/${course}/${lesson}.${type === 'video/webm' ? 'webm' : 'mp4'}`

/** @param taken by files of the course before it */
export function lessonFilePath(course: string, name: string, taken: (path: string) => boolean): string {
  const plain = name.replace(/[/\\]/g, '-')
  for (let count = 1; ; count += 1) {
    const path = `lessons/${course}/${count === 1 ? plain : plain.replace(/(\.\w+)?$/, `-${count}$1`)}`
    if (!taken(path)) return path
  }
}

function lesson(row: Everything['lessons'][number], course: { id: number; key: string }, all: Loaded) {
  const paths = lessonPaths(course, all)
  const own = all.lessonFiles.filter(({ lesson_id }) => lesson_id === row.id)
  const pathOf = ({ id }: { id: number }) => paths.get(id)!
  const video = own.find(({ kind }) => kind === 'video')
  return {
    key: row.key,
    title: row.title,
    minutes: row.minutes,
    free: row.is_free || undefined,
    text: row.body ?? undefined,
    recording: video && pathOf(video),
    captions: row.captions ?? undefined,
    files: unlessEmpty(own.filter(({ kind }) => kind === 'file').map(pathOf)),
    quiz: row.quiz ?? undefined,
    englishStale: unlessEmpty(row.english_stale),
  }
}

/** The paths of all files of a course's lessons, by the id of their row. */
export function lessonPaths(
  course: { id: number; key: string },
  { lessons, lessonFiles }: Pick<Everything, 'lessons' | 'lessonFiles'>,
): Map<number, string> {
  const paths = new Map<number, string>()
  const taken = new Set<string>()
  const add = (id: number, path: string) => {
    taken.add(path)
    paths.set(id, path)
  }
  const own = lessons.filter(({ course_id }) => course_id === course.id)
  const filesOf = (lessonId: number, kind: 'video' | 'file') =>
    lessonFiles.filter((file) => file.lesson_id === lessonId && file.kind === kind)
  for (const { id, key } of own)
    for (const file of filesOf(id, 'video')) add(file.id, lessonVideoPath(course.key, key, file.type))
  for (const { id } of own)
    for (const file of filesOf(id, 'file'))
      add(
        file.id,
        lessonFilePath(course.key, file.file_name, (path) => taken.has(path)),
      )
  return paths
}

function run(row: Everything['runs'][number], all: Loaded, keys: Keys) {
  const start = dayOf(row.starts_at)
  const sessions = all.sessions.filter(({ schedule_id }) => schedule_id === row.id)
  return {
    key: row.key,
    startsInDays: daysBetween(all.loadedOn, start),
    lastsDays: daysBetween(start, dayOf(row.ends_at)) + 1,
    weekdays: row.weekdays,
    from: row.from_time,
    to: row.to_time,
    sessions: followPattern(row, sessions) ? undefined : sessions.map((one) => session(one, all.loadedOn, keys)),
    city: row.city ?? undefined,
    venue: row.venue ?? undefined,
    seats: row.seats,
    minimum: row.minimum_seats ?? undefined,
    ...enrolmentPlanOf(row),
    heldSeats: row.held_seats - row.company_seats || undefined,
    price: riyalsOrNone(row.price_halalas),
    cancelled: row.cancelled_at ? true : undefined,
  }
}

function session(row: Everything['sessions'][number], loadedOn: string, keys: Keys) {
  const { day, from, to } = planOf({ startsAt: row.starts_at, endsAt: row.ends_at })
  return {
    inDays: daysBetween(loadedOn, day),
    from,
    to,
    room: row.room ?? undefined,
    link: row.join_link ?? undefined,
    trainer: row.trainer_id ? keys.trainers.get(row.trainer_id) : undefined,
  }
}

function reviews(all: Loaded, keys: Keys, picture: PicturePath) {
  return all.reviews
    .filter(({ course_id }) => keys.courses.has(course_id))
    .map((row) => ({
      key: row.key,
      course: keys.courses.get(row.course_id),
      name: row.user_name,
      picture: row.user_picture === null ? undefined : picture(row.user_picture, 'portraits'),
      rate: row.rate,
      comment: row.comment,
      daysAgo: daysBetween(dayOf(row.created_at), all.loadedOn),
      featured: row.featured || undefined,
      answer:
        row.answer && row.answered_at
          ? { text: row.answer, daysAgo: daysBetween(dayOf(row.answered_at), all.loadedOn) }
          : undefined,
      // What was hidden without a reason waits for a look: only members' own reviews do, and they are in no file.
      hidden: row.hidden_reason ?? undefined,
    }))
}

function coupons(all: Loaded, keys: Keys) {
  // Without its companies a coupon would be for everybody.
  const forEverybody = all.coupons.filter(({ company_ids }) => company_ids === null)
  return forEverybody.map((row) => {
    const from = dayOf(row.valid_from)
    return {
      code: row.code,
      note: row.note,
      percent: row.percent ?? undefined,
      amount: riyalsOrNone(row.amount_halalas),
      validFromDays: daysBetween(all.loadedOn, from),
      validForDays: row.valid_to ? daysBetween(from, dayOf(row.valid_to)) : undefined,
      totalLimit: row.total_limit ?? undefined,
      perLearnerLimit: row.per_learner_limit ?? undefined,
      minimum: riyalsOrNone(row.minimum_halalas),
      courses: row.course_ids?.map((id) => keys.courses.get(id)).filter((key) => key !== undefined),
      emailDomain: row.email_domain ?? undefined,
      active: row.active ? undefined : false,
    }
  })
}

function page(row: Everything['pages'][number], loadedOn: string, picture: PicturePath, film: FilmPath) {
  return {
    code: row.code,
    title: row.title,
    description: row.description,
    image: row.image === null ? undefined : picture(row.image, 'pages'),
    imageAlt: row.image_alt ?? undefined,
    video: row.video === null ? undefined : film(row.video),
    updatedDaysAgo: daysBetween(dayOf(row.updated_at), loadedOn),
    sections: row.sections.map(({ key, title, body, image, imageAlt, hidden, items }) => ({
      ...{ key, title, body },
      image: image && picture(image, 'pages'),
      imageAlt,
      hidden,
      items: unlessEmpty(
        items.map((item) => ({
          title: item.title,
          body: item.body,
          icon: item.icon,
          image: item.image && picture(item.image, key),
          imageAlt: item.imageAlt,
          value: item.value,
          link: item.link,
        })),
      ),
    })),
    englishStale: unlessEmpty(row.english_stale),
  }
}

function organisations(all: Loaded, kind: string, picture: PicturePath) {
  return (
    all.organisations
      // One without a logo was only begun at the desk.
      .filter((row) => row.kind === kind && row.logo !== '')
      .map(({ key, name, logo, link, hidden }) => ({
        ...{ key, name, logo: picture(logo, 'logos'), link: link ?? undefined, hidden: hidden || undefined },
      }))
  )
}

const unlessEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined)

function nameOf(names: Record<string, number>, number: number): string {
  return Object.entries(names).find(([, value]) => value === number)![0]
}
