import { linksFor } from '../../../links.ts'
import { formatDay, formatMoney, formatWeekday } from '../../../locales/format.ts'
import { COMPANY_NAMES } from '../../../locales/instalment-companies.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Icon, type IconName } from '../../../ui/icons/icon.tsx'
import { BottomBar } from '../../../ui/layout/bottom-bar.tsx'
import type { CoursePlan } from '../../payment-plans/contract.ts'
import { CoverPicture } from '../../pictures/cover-picture.tsx'
import type { PendingOrder, WaitingFor } from '../contract.ts'
import type { CourseDetails, EnrolledRun, Schedule } from '../course-contract.ts'
import { NEXT_STEP, RECORDED } from '../course-state.ts'
import { isBookable, nextBookable } from '../next-bookable.ts'
import { StateBadge, useNextStep } from '../state-badge.tsx'
import type { CourseActionData } from './course-action-data.ts'
import { NotifyForm } from './notify-form.tsx'
import styles from './purchase-box.module.css'
import { WaitingPlace } from './waiting-place.tsx'

/** By which the visitor is enrolled; null for guests and for those who are not. */
type Enrolment = { orderId: string; run: EnrolledRun | null } | null
/** By which it can be paid in parts to the institute itself; null where it cannot. */
type Plan = CoursePlan['plan']
type Props = {
  course: CourseDetails
  enrolment: Enrolment
  pending: PendingOrder | null
  waiting: readonly WaitingFor[]
  plan: Plan
  email: string | undefined
  answer: CourseActionData
}

/** Price, next start, and the button or form for the next step. */
export function PurchaseBox({ course, enrolment, pending, waiting, plan, email, answer }: Props) {
  const t = useTexts('course')
  const step = NEXT_STEP[course.state]
  const isWaiting = step === 'notify' && waiting.length > 0
  const hasOrdered = enrolment !== null || pending !== null
  const others = othersOf(course, { enrolment, pending })
  return (
    <aside className={styles.aside} aria-label={t.price}>
      <Card flush>
        {/* A preview may be of a course that has none yet. */}
        {course.image ? (
          <CoverPicture src={course.image} sizes="(min-width: 64rem) 24rem, 100vw" priority className={styles.cover} />
        ) : null}
        <div className={styles.body}>
          {enrolment ? <Enrolled course={course} enrolment={enrolment} /> : null}
          {pending ? <Ordered course={course} pending={pending} /> : null}
          <Price course={course} plan={plan} isToBuy={!enrolment && course.state !== 'closed'} />
          <NextStart course={course} />
          {step === 'enrol' && (!hasOrdered || others.some(isBookable)) && (
            <EnrolLink course={course} runs={others} isQuiet={hasOrdered} />
          )}
          {(course.state === 'full' || isWaiting) && <WaitingLink course={course} runs={others} waiting={waiting} />}
          {step === 'notify' && !isWaiting && <NotifyForm courseId={course.id} email={email} answer={answer} />}
          <Facts course={course} />
        </div>
      </Card>
    </aside>
  )
}

/** Keeps price and button at the bottom of a phone's screen. */
export function PurchaseBar({ course, enrolment, pending }: Pick<Props, 'course' | 'enrolment' | 'pending'>) {
  if (pending || (enrolment && !enrolment.run?.isOver)) return null
  if (NEXT_STEP[course.state] !== 'enrol') return null
  return (
    <BottomBar>
      <Money halalas={course.priceHalalas} />
      <EnrolLink course={course} runs={course.schedules} />
    </BottomBar>
  )
}

/** The runs but those of the visitor's own orders. */
const othersOf = ({ schedules }: CourseDetails, { enrolment, pending }: Pick<Props, 'enrolment' | 'pending'>) =>
  schedules.filter(({ id }) => id !== pending?.run?.id && id !== enrolment?.run?.id)

/** What an enrolled learner comes to this page for. */
function Enrolled({ course, enrolment: { run } }: { course: CourseDetails; enrolment: NonNullable<Enrolment> }) {
  const t = useTexts('course').enrolled
  const lang = useLang()
  const links = linksFor(lang)
  const text = run ? (run.isOver ? t.over : t.run)(formatWeekday(run.startsAt, lang)) : t.recorded
  return (
    <div className={styles.own} data-paid>
      <p>
        <Icon name="success" />
        {text}
      </p>
      <ButtonLink to={links.myCourses} wide aria-label={`${t.open}: ${course.name}`}>
        {t.open}
      </ButtonLink>
    </div>
  )
}

/** What is missing before the visitor is enrolled. */
function Ordered({ course, pending: { waitsFor, run } }: { course: CourseDetails; pending: PendingOrder }) {
  const t = useTexts('course').pending
  const lang = useLang()
  return (
    <div className={styles.own}>
      <p>
        <Icon name="clock" />
        <span>
          {t.waitsFor[waitsFor]}
          {run ? <span className={styles.ownRun}>{t.run(formatWeekday(run.startsAt, lang))}</span> : null}
        </span>
      </p>
      <ButtonLink
        to={linksFor(lang).order(course.id, run?.id)}
        wide
        variant={waitsFor === 'review' ? 'quiet' : 'primary'}
      >
        {waitsFor === 'review' ? t.open : t.complete}
      </ButtonLink>
    </div>
  )
}

/** @param isToBuy whether it says how it can be paid */
function Price({ course, plan, isToBuy }: { course: CourseDetails; plan: Plan; isToBuy: boolean }) {
  const t = useTexts('course')
  const lang = useLang()
  const { priceHalalas, oldPriceHalalas, includesVat } = course
  return (
    <div>
      <div className={styles.price}>
        <Money halalas={priceHalalas} size="large" />
        {oldPriceHalalas !== undefined && (
          <span>
            <span className="visually-hidden">{t.oldPrice}: </span>
            <Money halalas={oldPriceHalalas} former />
          </span>
        )}
        <StateBadge offer={course} />
      </div>
      {oldPriceHalalas !== undefined && (
        <p className={styles.saving}>{t.saving(formatMoney(oldPriceHalalas - priceHalalas, lang))}</p>
      )}
      {course.inParts && isToBuy && (
        <p className={styles.note}>
          {t.inParts(
            course.inParts.parts,
            formatMoney(course.inParts.firstHalalas, lang),
            course.instalmentCompanies.map((company) => COMPANY_NAMES[company][lang]),
          )}
        </p>
      )}
      {plan && isToBuy && <OwnPlan plan={plan} startsAt={nextBookable(course)?.startsAt} />}
      {priceHalalas > 0 && <p className={styles.note}>{includesVat ? t.vatNote : t.priceNote}</p>}
    </div>
  )
}

type OwnPlanProps = {
  plan: NonNullable<Plan>
  /** Of the run that it is for; none of a recorded course. */
  startsAt: string | undefined
}

/** The parts of the institute's own plan: how many, and when each is due. */
function OwnPlan({ plan: { depositHalalas, later }, startsAt }: OwnPlanProps) {
  const t = useTexts('course').ownPlan
  const lang = useLang()
  return (
    <div className={styles.plan}>
      <p>{startsAt ? t.leadOfRun(later.length + 1, formatDay(startsAt, lang)) : t.lead(later.length + 1)}</p>
      <ul>
        <li>{t.now(formatMoney(depositHalalas, lang))}</li>
        {later.map(({ amountHalalas, days, dueAt }) => (
          <li key={days}>
            {t.later(formatMoney(amountHalalas, lang), dueAt ? t.by(formatDay(dueAt, lang)) : t.after(days))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function NextStart({ course }: { course: CourseDetails }) {
  const t = useTexts('course')
  const { seatsLeft } = useTexts('catalogue')
  const others = course.schedules.filter(isBookable).length - 1
  if (course.courseDeliveryMethod === RECORDED)
    return <p className={styles.start}>{course.hasLessons ? t.anytime : t.lessonsSoon}</p>
  // Its dates are in their list, which says that they are closed.
  if (course.state === 'closed' && course.nextStart) return null
  if (!course.nextStart) return <p className={styles.start}>{t.datesSoon}</p>
  return (
    <div className={styles.start}>
      <p className={styles.label}>{t.nextStart}</p>
      <DateText iso={course.nextStart} weekday />
      <p className={styles.note}>
        {[
          course.city,
          NEXT_STEP[course.state] === 'enrol' && course.seatsLeft !== undefined && seatsLeft(course.seatsLeft),
          others > 0 && t.otherRuns(others),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** With one bookable run it links to the order, with several to the list of runs. */
function EnrolLink({ course, runs, isQuiet = false }: { course: CourseDetails; runs: Schedule[]; isQuiet?: boolean }) {
  const t = useTexts('course')
  const links = linksFor(useLang())
  const nextStep = useNextStep(course)
  const bookable = runs.filter(isBookable)
  const variant = isQuiet ? 'quiet' : 'primary'
  return bookable.length > 1 ? (
    <ButtonLink to="#runs" size="large" variant={variant} wide reloadDocument>
      {isQuiet ? t.enrolled.again : t.chooseRun}
    </ButtonLink>
  ) : (
    <ButtonLink to={links.order(course.id, bookable[0]?.id)} size="large" variant={variant} wide>
      {isQuiet ? t.enrolled.again : nextStep}
    </ButtonLink>
  )
}

/** The place of the visitor in line, or the way to the waiting list of the soonest full run. */
function WaitingLink({
  course,
  runs,
  waiting,
}: {
  course: CourseDetails
  runs: Schedule[]
  waiting: readonly WaitingFor[]
}) {
  const t = useTexts('course')
  const links = linksFor(useLang())
  const run = runs.find(({ state }) => state === 'full')
  const place = waiting.find(({ runId }) => runId === run?.id) ?? waiting[0]
  if (place)
    return (
      <WaitingPlace
        courseId={course.id}
        place={place}
        startsAt={course.schedules.find(({ id }) => id === place.runId)?.startsAt}
        saysDay={course.schedules.length > 1}
      />
    )
  if (!run) return null
  return (
    <ButtonLink to={links.order(course.id, run.id)} size="large" wide>
      {t.wait}
    </ButtonLink>
  )
}

function Facts({ course }: { course: CourseDetails }) {
  const t = useTexts('course')
  const isSeatHeld =
    course.courseDeliveryMethod !== RECORDED && course.priceHalalas > 0 && NEXT_STEP[course.state] === 'enrol'
  const facts: { icon: IconName; label?: string; value: string | null; isLatin?: boolean }[] = [
    { icon: 'certificate', label: t.certificate, value: course.certificate },
    { icon: 'document', label: t.licence, value: course.licence, isLatin: true },
    { icon: 'lock', value: isSeatHeld ? t.seatHeld : null },
  ]
  return (
    <ul className={styles.facts}>
      {facts.map(
        ({ icon, label, value, isLatin }) =>
          value && (
            <li key={icon}>
              <Icon name={icon} />
              <span>
                {label && <span className={styles.label}>{label}</span>}
                {isLatin ? <bdi dir="ltr">{value}</bdi> : <ContentText>{value}</ContentText>}
              </span>
            </li>
          ),
      )}
    </ul>
  )
}
