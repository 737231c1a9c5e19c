/** The courses in which a learner is enrolled. */
import type { z } from 'zod'
import type { Operations } from '../../api/local-api.server.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { certificatePdfAddress } from '../certificates/certificate-links.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { followToken } from '../leads/following.server.ts'
import { joinFrom, mayJoin } from '../orders/join-window.ts'
import { ownOrders } from '../orders/own-orders.server.ts'
import { calendarOperations } from './calendar.server.ts'
import type { Enrolment, learningEndpoints } from './contract.ts'
import { countEnrolments, type EnrolmentRow, findEnrolments, findPending } from './queries.server.ts'

type Calls = Operations<typeof learningEndpoints>

const myCourses: Calls['myCourses'] = async (ctx, { PageIndex, PageSize }) => {
  const { id: userId } = requireUser(ctx)
  const offset = (PageIndex - 1) * PageSize
  const now = ctx.now()
  const rows = offset < COUNT_CAP ? await findEnrolments(ctx.db, { userId, now, offset, count: PageSize }) : []
  const isLast = rows.length < PageSize && (rows.length > 0 || offset === 0)
  const [count, pending, orders] = await Promise.all([
    isLast ? offset + rows.length : countEnrolments(ctx.db, userId, COUNT_CAP),
    PageIndex === 1 ? findPending(ctx.db, userId, now) : [],
    ownOrders(
      ctx,
      rows.map(({ orderId }) => orderId),
    ),
  ])
  return {
    items: rows.flatMap((row) => {
      const order = orders.get(row.orderId)
      return order ? [{ order, ...enrolmentOf(ctx, row, order) }] : []
    }),
    pending: pending.map(({ courseName, ...order }) => ({ ...order, courseName: inLang(courseName, ctx.lang) })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

type EnrolmentView = z.input<z.ZodType<Enrolment>> & Enrolment

type OfOrder = { schedule: { endsAt: string } | null; isPaused: boolean }

function enrolmentOf(ctx: Context, row: EnrolmentRow, order: OfOrder): Omit<EnrolmentView, 'order'> {
  const { total, ended, attended, certificate, moveRequest } = row
  const isRun = order.schedule !== null
  const isOver = order.schedule
    ? order.schedule.endsAt <= ctx.now().toISOString()
    : row.lessons > 0 && row.lessonsDone >= row.lessons
  return {
    nextSession: row.nextSession && sessionOf(ctx, row, row.nextSession, order.isPaused),
    sessions: isRun ? { total, ended, attended } : null,
    lessons: isRun ? null : { total: row.lessons, done: row.lessonsDone },
    materials: row.materials,
    certificate: certificate && {
      number: certificateNumber(certificate),
      code: certificate.code,
      pdfUrl: certificatePdfAddress(ctx.lang, certificate.code),
    },
    moveRequest: moveRequest && {
      ...moveRequest,
      token: followToken(ctx, moveRequest.reference),
      askedAt: new Date(moveRequest.askedAt).toISOString(),
    },
    awaitsReview: isOver && !row.isReviewed,
  }
}

function sessionOf(
  { lang, now }: Context,
  { city, venue }: EnrolmentRow,
  session: NonNullable<EnrolmentRow['nextSession']>,
  isPaused: boolean,
): NonNullable<Enrolment['nextSession']> {
  const times = { startsAt: new Date(session.startsAt), endsAt: new Date(session.endsAt) }
  return {
    startsAt: times.startsAt.toISOString(),
    endsAt: times.endsAt.toISOString(),
    room: session.room,
    place: city && { city: inLang(city, lang), venue: venue ? inLang(venue, lang) : '' },
    isOnline: session.isOnline,
    joinLink: mayJoin(times, now()) ? session.joinLink : null,
    joinFrom: session.isOnline && !isPaused ? joinFrom(times).toISOString() : null,
  }
}

export const learningOperations: Calls = { ...calendarOperations, myCourses }
