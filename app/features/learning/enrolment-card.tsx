import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { FileList } from '../../ui/content/file-list.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ownReviewLink } from '../catalogue/own-review.ts'
import { certificateAddress } from '../certificates/certificate-links.ts'
import { followLink } from '../leads/lead-links.ts'
import { learnAddress } from '../lessons/lesson-links.ts'
import { OrderDocuments } from '../orders/my-orders/order-documents.tsx'
import { OrderStatusNote } from '../orders/my-orders/order-status-note.tsx'
import { RefundRequest } from '../orders/my-orders/refund-request.tsx'
import { WithdrawRefund } from '../orders/my-orders/withdraw-refund.tsx'
import { orderLinksFor } from '../orders/order-links.ts'
import { OrderParts } from '../orders/parts/order-parts.tsx'
import { RefundAccountNote } from '../orders/refund-account/refund-account-note.tsx'
import type { Enrolment } from './contract.ts'
import styles from './enrolment-card.module.css'
import { materialAddress, moveRequestLink } from './learning-links.ts'
import { NextSession } from './next-session.tsx'

/** The last submitted form about this course, which failed. */
type Failed = { failure: FormFailure; reason: string; isRefund: boolean } | undefined
type Props = { enrolment: Enrolment; serverNow: string; failed: Failed }

const TONES = { coming: 'sand', running: 'mint', over: 'sand', recorded: 'mint' } as const

function phaseOf({ order: { schedule } }: Enrolment, now: string): keyof typeof TONES {
  if (!schedule) return 'recorded'
  if (now >= schedule.endsAt) return 'over'
  return now >= schedule.startsAt ? 'running' : 'coming'
}

/** One course of the learner: what comes next, what they have of it so far, and what they can ask for. */
export function EnrolmentCard({ enrolment, serverNow, failed }: Props) {
  const t = useTexts('learning')
  const links = linksFor(useLang())
  const { order, nextSession } = enrolment
  const { course } = order
  const phase = phaseOf(enrolment, serverNow)
  return (
    <Card as="li" id={order.reference} className={styles.card}>
      <div className={styles.head}>
        <Picture src={course.image} alt="" width={96} height={54} className={styles.cover} />
        <h3>
          <Link to={links.course(course.slug)}>
            <ContentText>{course.name}</ContentText>
          </Link>
        </h3>
        <Badge tone={TONES[phase]}>{t.states[phase]}</Badge>
      </div>
      {nextSession ? <NextSession session={nextSession} course={course.name} serverNow={serverNow} /> : null}
      <Lessons enrolment={enrolment} />
      <Materials enrolment={enrolment} />
      <SoFar enrolment={enrolment} />
      <OrderStatusNote order={order} />
      <RefundAccountNote order={order} />
      <OrderParts order={order} serverNow={serverNow} heading="h4" />
      <MoveRequest enrolment={enrolment} />
      <Actions enrolment={enrolment} isOver={phase === 'over'} />
      {failed && !(failed.isRefund && order.refundUntil) ? (
        <Alert kind="error" about={failed}>
          {failed.failure.message}
        </Alert>
      ) : null}
      <WithdrawRefund order={order} />
      {order.refundUntil ? (
        <RefundRequest
          order={order}
          until={order.refundUntil}
          failure={failed?.isRefund ? failed.failure : undefined}
          typed={failed?.isRefund ? failed.reason : undefined}
        />
      ) : null}
    </Card>
  )
}

/** Of a recorded course: how far the learner has come, and the way on. */
function Lessons({ enrolment: { lessons, order } }: Pick<Props, 'enrolment'>) {
  const t = useTexts('learning')
  const lang = useLang()
  if (!lessons || order.isPaused) return null
  const { total, done } = lessons
  if (total === 0) return <p>{t.lessonsSoon}</p>
  const label = done === 0 ? t.start : done < total ? t.goOn : t.review
  return (
    <div className={styles.lessons}>
      <p>
        {t.lessonsDone(done, total)}
        <progress className={styles.meter} value={done} max={total} aria-hidden />
      </p>
      <ButtonLink to={learnAddress(lang, order.course.id)} icon="play" aria-label={t.named(label, order.course.name)}>
        {label}
      </ButtonLink>
    </div>
  )
}

/** What the trainer or the desk gave the learners. */
function Materials({ enrolment: { materials, order } }: Pick<Props, 'enrolment'>) {
  const t = useTexts('learning')
  const lang = useLang()
  if (materials.length === 0) return null
  return (
    <section aria-label={t.named(t.materials, order.course.name)} className={styles.materials}>
      <h4>{t.materials}</h4>
      <FileList files={materials} icon="document" addressOf={(id) => materialAddress(lang, id)} />
    </section>
  )
}

/** Attendance and certificate. */
function SoFar({ enrolment: { order, sessions, certificate } }: Pick<Props, 'enrolment'>) {
  const t = useTexts('learning')
  const lang = useLang()
  if (!certificate && !sessions?.total) return null
  return (
    <dl className={styles.facts}>
      {sessions && sessions.total > 0 ? (
        <div>
          <dt>{t.attendance}</dt>
          <dd>
            {sessions.ended > 0 ? t.attended(sessions.attended, sessions.ended) : t.ofAll(sessions.total)}
            {sessions.ended > 0 ? (
              <progress className={styles.meter} value={sessions.attended} max={sessions.ended} aria-hidden />
            ) : null}
          </dd>
        </div>
      ) : null}
      {certificate ? (
        <div>
          <dt>{t.certificate}</dt>
          <dd className={styles.certificate}>
            <Icon name="certificate" size={18} />
            <Link
              to={certificateAddress(lang, certificate.code)}
              aria-label={t.named(t.certificateOpen, order.course.name)}
            >
              <bdi dir="ltr">{certificate.number}</bdi>
            </Link>
            <a href={certificate.pdfUrl} download aria-label={t.named(t.pdf, order.course.name)}>
              PDF
            </a>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** What became of the wish for another date. */
function MoveRequest({ enrolment: { order, moveRequest } }: Pick<Props, 'enrolment'>) {
  const t = useTexts('learning')
  const lang = useLang()
  if (!moveRequest) return null
  const { reference, token, status, askedAt } = moveRequest
  return (
    <p className={styles.request}>
      <Icon name="calendar" size={18} />
      <span>
        {t.moveAsked} <time dateTime={askedAt}>{formatDay(askedAt, lang)}</time>
      </span>
      <Badge tone={isOpenRequest(moveRequest) ? 'sand' : 'mint'}>{t.moveStates[status]}</Badge>
      <Link to={followLink(lang, reference, token)} aria-label={t.named(t.moveOpen, order.course.name)}>
        {t.moveOpen}
      </Link>
    </p>
  )
}

const isOpenRequest = ({ status }: NonNullable<Enrolment['moveRequest']>) =>
  status === 'received' || status === 'handling'

function Actions({ enrolment, isOver }: Pick<Props, 'enrolment'> & { isOver: boolean }) {
  const { order, moveRequest, awaitsReview } = enrolment
  const t = useTexts('learning')
  const lang = useLang()
  const named = (action: string) => ({ children: action, 'aria-label': t.named(action, order.course.name) })
  return (
    <div className={styles.actions}>
      {order.calendarUrl && !isOver ? (
        <ButtonLink
          to={order.calendarUrl}
          reloadDocument
          variant="quiet"
          size="small"
          icon="calendar"
          {...named(t.calendar)}
        />
      ) : null}
      {awaitsReview ? (
        <ButtonLink
          to={ownReviewLink(lang, order.course.slug)}
          variant="quiet"
          size="small"
          icon="star"
          {...named(t.rate)}
        />
      ) : null}
      <OrderDocuments order={order} size="small" />
      <ButtonLink to={orderLinksFor(lang).approved(order.id)} variant="plain" size="small" {...named(t.details)} />
      {order.schedule &&
      !isOver &&
      order.refund?.status !== 'sending' &&
      !(moveRequest && isOpenRequest(moveRequest)) ? (
        <ButtonLink to={moveRequestLink(lang, order.reference)} variant="plain" size="small" {...named(t.move)} />
      ) : null}
    </div>
  )
}
