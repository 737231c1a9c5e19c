/** Consistency rules between fields and files of a content folder; a folder that breaks one is not loaded. */

import { VAT_REASON_CODES } from '../orders/vat.ts'
import { PAGE_CODES, SEO_CODES } from './codes.ts'
import { filesOfFilm } from './film.ts'
import { error, type Finding, repeated, unknown } from './findings.ts'
import { ARTICLES, COURSES, type Content, type CourseFile, DEMO_ACCOUNTS, FILES, PAGES } from './format.ts'
import { isRaster, picturesIn } from './picture-sizes.ts'
import { vatOf } from './rows.ts'
import { textsOf, valuesOf } from './texts.ts'
import { wrongWriting } from './writing-consistency.ts'

/** @param fileExists whether the folder contains a file at this path */
export function inconsistencies(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return [
    ...repeatedKeys(content),
    ...wrongRegistration(content),
    ...repeatedSlugs(content),
    ...content.courses.flatMap((course) => [
      ...wrongReferences(content, course),
      ...wrongCourse(course),
      ...wrongVat(content, course),
    ]),
    ...wrongReviews(content),
    ...wrongCoupons(content),
    ...wrongAccounts(content),
    ...wrongWriting(content),
    ...missingCodes(content),
    ...missingPictures(content, fileExists),
    ...missingFilms(content, fileExists),
  ]
}

/** The files whose records have a key. */
const LISTS = [
  ...(['trainers', 'reviews', 'partners', 'clients', 'faqs'] as const),
  ...(['authors', 'blogCategories', 'tags', 'postCategories'] as const),
] as const

function repeatedKeys(content: Content): Finding[] {
  const { specializations, courses } = content
  const children = specializations.flatMap(({ children }, index) =>
    children.map(({ key }, child) => ({ key, path: [index, 'children', child, 'key'] })),
  )
  const listed = LISTS.flatMap((name) =>
    repeated(
      FILES[name].path,
      content[name].map(({ key }, index) => ({ key, path: [index, 'key'] })),
    ),
  )
  return [
    ...listed,
    ...repeated(FILES.specializations.path, [
      ...specializations.map(({ key }, index) => ({ key, path: [index, 'key'] })),
      ...children,
    ]),
    ...repeated(
      FILES.coupons.path,
      content.coupons.map(({ code }, index) => ({ key: code, path: [index, 'code'] })),
    ),
    ...repeated(
      FILES.seo.path,
      content.seo.map(({ code }, index) => ({ key: code, path: [index, 'code'] })),
    ),
    ...repeated(
      DEMO_ACCOUNTS,
      content.demoAccounts.map(({ email }, index) => ({ key: email.toLowerCase(), path: [index, 'email'] })),
    ),
    ...courses.flatMap((course) =>
      repeated(
        fileOf(course),
        course.runs.map(({ key }, index) => ({ key, path: ['runs', index, 'key'] })),
      ),
    ),
    ...content.pages.flatMap((page) =>
      repeated(
        `${PAGES}/${page.code}.yaml`,
        page.sections.map(({ key }, index) => ({ key, path: ['sections', index, 'key'] })),
      ),
    ),
  ]
}

/** A slug belongs to one course: no two courses share one, former slugs included. */
function repeatedSlugs({ courses, specializations }: Content): Finding[] {
  const owners = new Map(courses.map(({ slug, key }) => [slug, key]))
  const former = new Map<string, string>()
  const ofCourses = courses.flatMap((course) => {
    const own = owners.get(course.slug)
    const clash = own === course.key ? [] : [error(fileOf(course), ['slug'], `is also the slug of the course ${own}`)]
    const formerClashes = course.formerSlugs.flatMap((slug, index) => {
      const other = owners.get(slug) ?? former.get(slug)
      former.set(slug, course.key)
      const where: Finding['path'] = ['formerSlugs', index]
      if (other === undefined) return []
      return [error(fileOf(course), where, `“${slug}” already leads to the course ${other}`)]
    })
    return [...clash, ...formerClashes]
  })
  const ofSpecializations = repeated(
    FILES.specializations.path,
    specializations.map(({ slug }, index) => ({ key: slug, path: [index, 'slug'] })),
  )
  return [...ofCourses, ...ofSpecializations]
}

function wrongReferences(content: Content, course: CourseFile): Finding[] {
  const findings: Finding[] = []
  const specialization = content.specializations.find(({ key }) => key === course.specialization)
  if (!specialization)
    findings.push(error(fileOf(course), ['specialization'], unknown('specialization', course.specialization)))
  const { subSpecialization } = course
  if (specialization && subSpecialization && !specialization.children.some(({ key }) => key === subSpecialization))
    findings.push(
      error(fileOf(course), ['subSpecialization'], `“${subSpecialization}” is not a part of ${specialization.key}`),
    )
  for (const [index, key] of course.trainers.entries())
    if (!content.trainers.some((trainer) => trainer.key === key))
      findings.push(error(fileOf(course), ['trainers', index], unknown('trainer', key)))
  findings.push(
    ...repeated(
      fileOf(course),
      course.trainers.map((key, index) => ({ key, path: ['trainers', index] })),
    ),
  )
  return findings
}

function wrongCourse(course: CourseFile): Finding[] {
  const findings: Finding[] = []
  const wrong = (path: Finding['path'], message: string) => findings.push(error(fileOf(course), path, message))
  if (course.oldPrice !== undefined && course.oldPrice <= course.price)
    wrong(['oldPrice'], 'must be more than the price, or left out')
  if (course.delivery === 'recorded' && course.runs.length > 0)
    wrong(['runs'], 'a recorded course begins at any time and has no runs: leave the list empty')
  for (const [index, run] of course.runs.entries()) {
    if (run.to <= run.from) wrong(['runs', index, 'to'], 'must be later than “from”')
    if (run.heldSeats > run.seats) wrong(['runs', index, 'heldSeats'], 'are more than the seats')
    const opens = run.enrolmentOpensDaysBefore
    if (opens !== undefined && opens < run.enrolmentClosesDaysBefore)
      wrong(['runs', index, 'enrolmentOpensDaysBefore'], 'enrolment would close before it opens')
    for (const field of ['city', 'venue'] as const)
      if (course.delivery === 'in-person' && !run[field]) wrong(['runs', index], `an in-person run needs its ${field}`)
  }
  return findings
}

/** Who is registered for VAT has a number and a rate; who is not has neither. */
function wrongRegistration({ institute }: Content): Finding[] {
  const isRegistered = institute.vatRegistered !== false
  return (['vatNumber', 'vatRatePercent'] as const).flatMap((field) => {
    if ((institute[field] !== undefined) === isRegistered) return []
    const message = isRegistered
      ? 'is missing (vatRegistered: false, if the institute is not registered for VAT)'
      : 'must be left out, since vatRegistered is false'
    return [error(FILES.institute.path, [field], message)]
  })
}

/** An invoice without VAT must state the reason. */
function wrongVat({ institute }: Content, course: CourseFile): Finding[] {
  if (institute.vatRegistered === false) return []
  const vat = vatOf(course, institute)
  const { vatReasonCode: code } = course
  const known: readonly string[] = vat === 'standard' ? [] : VAT_REASON_CODES[vat]
  if (code !== undefined && !known.includes(code))
    return [
      error(
        fileOf(course),
        ['vatReasonCode'],
        `“${code}” is no reason for “vat: ${vat}”: ${known.join(', ') || 'leave it out'}`,
      ),
    ]
  if (course.zeroRatedForCitizens && vat !== 'standard')
    return [error(fileOf(course), ['zeroRatedForCitizens'], 'is for courses with the standard rate for everybody else')]
  if (vat === 'standard' || institute.vatReasons?.[vat]) return []
  const message = `${FILES.institute.path} must say under vatReasons → ${vat} why there is no VAT`
  return [error(fileOf(course), ['vat'], message)]
}

function wrongReviews({ reviews, courses }: Content): Finding[] {
  return reviews.flatMap(({ course }, index) =>
    courses.some(({ key }) => key === course)
      ? []
      : [error(FILES.reviews.path, [index, 'course'], unknown('course', course))],
  )
}

function wrongCoupons({ coupons, courses }: Content): Finding[] {
  const file = FILES.coupons.path
  return coupons.flatMap((coupon, index) => [
    ...((coupon.percent === undefined) === (coupon.amount === undefined)
      ? [error(file, [index], `${coupon.code} must take off either a percent or an amount`)]
      : []),
    ...(coupon.courses ?? []).flatMap((key, item) =>
      courses.some((course) => course.key === key)
        ? []
        : [error(file, [index, 'courses', item], unknown('course', key))],
    ),
  ])
}

function wrongAccounts({ demoAccounts, trainers }: Content): Finding[] {
  return demoAccounts.flatMap(({ trainer }, index) =>
    trainer === undefined || trainers.some(({ key }) => key === trainer)
      ? []
      : [error(DEMO_ACCOUNTS, [index, 'trainer'], unknown('trainer', trainer))],
  )
}

function missingCodes({ pages, seo }: Content): Finding[] {
  const pageCodes = new Set(pages.map(({ code }) => code))
  const seoCodes = new Set(seo.map(({ code }) => code))
  return [
    ...PAGE_CODES.filter((code) => !pageCodes.has(code)).map((code) =>
      error(`${PAGES}/${code}.yaml`, [], 'the page is missing'),
    ),
    ...SEO_CODES.filter((code) => !seoCodes.has(code)).map((code) =>
      error(FILES.seo.path, [], `the entry “${code}” is missing`),
    ),
  ]
}

function missingPictures(content: Content, fileExists: (path: string) => boolean): Finding[] {
  const inFields = valuesOf(content, ['cover', 'picture', 'image', 'logo'])
    .filter(({ value }) => !fileExists(value))
    .map(({ file, path, value }) => error(file, path, `there is no picture ${value}`))
  return [...inFields, ...wrongPicturesInTexts(content, fileExists)]
}

/** Articles may contain pictures; other texts may not. */
function wrongPicturesInTexts(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return textsOf(content).flatMap(({ file, path, text }) =>
    Object.entries(text).flatMap(([lang, words]) =>
      picturesIn(words).flatMap(({ alt, target }) => {
        const wrong = (message: string) => [error(file, [...path, lang], message)]
        if (!(file.startsWith(`${ARTICLES}/`) && path[0] === 'body'))
          return wrong('only the body of an article shows pictures')
        if (!/^images(\/[\w-][\w.-]*)+$/.test(target) || !isRaster(target))
          return wrong(`“${target}” is no picture: write a path such as images/diagrams/name.png (png, jpg or webp)`)
        if (!fileExists(target)) return wrong(`there is no picture ${target}`)
        return alt === '' ? wrong(`${target} needs words for who cannot see it: ![words](${target})`) : []
      }),
    ),
  )
}

function missingFilms(content: Content, fileExists: (path: string) => boolean): Finding[] {
  return valuesOf(content, ['video']).flatMap(({ file, path, value }) =>
    filesOfFilm(value)
      .filter((part) => !fileExists(part))
      .map((part) => error(file, path, `there is no file ${part}`)),
  )
}

const fileOf = ({ key }: CourseFile) => `${COURSES}/${key}.yaml`
