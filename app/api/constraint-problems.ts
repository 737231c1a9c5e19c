/** Rules that the database keeps (db/migrations/044-constraints.sql), as the problems that callers are told. */
import { violatedConstraint } from '../platform/database/database-errors.ts'
import { isProblem, Problem, type ProblemCode } from './problem.ts'

const CONSTRAINT_PROBLEMS: Record<string, ProblemCode> = {
  orders_fit_in_run: 'seatsGone',
  schedules_seats_sold: 'seatsSold',
  schedules_enrolment_closes: 'enrolmentClosesLate',
  attendance_session_id_fkey: 'sessionAttended',
  attendance_scans_session_id_fkey: 'sessionAttended',
  coupons_valid_dates: 'couponDatesWrong',
  coupons_courses_exist: 'courseNotFound',
  coupons_companies_exist: 'companyNotFound',
  refunds_at_most_paid: 'orderNotRefundable',
  never_more_back_than_came: 'orderNotRefundable',
  orders_refunded_of_paid: 'orderNotRefundable',
  paid_orders_stay: 'paidOrderStays',
}

/** The problem for a rule that the database refused to break; every other error unchanged. */
export function problemOfConstraint(error: unknown): unknown {
  if (isProblem(error)) return error
  const code = CONSTRAINT_PROBLEMS[violatedConstraint(error) ?? '']
  return code ? new Problem(code, {}) : error
}
