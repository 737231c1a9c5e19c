/** Every figure of a month by SQL of its own, beside what the product says. */
import { sql } from 'kysely'
import { closingOperations } from '../../app/features/closing/closing.server.ts'
import { invoiceDeskOperations } from '../../app/features/invoices/invoice-desk.server.ts'
import { GROUPINGS } from '../../app/features/reports/groupings.ts'
import { reportsOperations } from '../../app/features/reports/reports.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import type { Span } from './fill.ts'

export type ComparedFigure = { name: string; expected: number; said: Record<string, number | undefined> }
export type Timed = { name: string; ms: number; megabytes: number }

export type Month = { month: string; from: string; to: string; span: Span }

/** Measures what the product is asked for. */
export function stopwatch() {
  const times: Timed[] = []
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [began, memory] = [performance.now(), process.memoryUsage.rss()]
    const result = await work()
    times.push({ name, ms: performance.now() - began, megabytes: (process.memoryUsage.rss() - memory) / 2 ** 20 })
    return result
  }
  return { times, timed }
}
type Timer = ReturnType<typeof stopwatch>['timed']

export function closeMonth(ctx: Context, month: string, timed: Timer) {
  return timed(`closing ${month}`, async () => {
    const { fingerprint } = await closingOperations.closing(ctx, { month })
    return closingOperations.closeMonth(ctx, { month, fingerprint, note: 'bench', acceptOpen: true })
  })
}

/** Adds the month up, closed or not. */
export async function compareMonth(
  ctx: Context,
  { month, from, to, span }: Month,
  timed: Timer,
): Promise<ComparedFigure[]> {
  const closed = await timed(`the page of ${month}`, () => closingOperations.closing(ctx, { month }))
  const vat = await timed('the VAT return', () => invoiceDeskOperations.vatReturn(ctx, { from, to }))
  const figures: ComparedFigure[] = []
  const add = (name: string, expected: number, said: ComparedFigure['said']) => figures.push({ name, expected, said })

  for (const row of await documentsByTreatment(ctx, span)) {
    const { kind, treatment, rate, part, amount } = row
    const ofReturn = vat.rows.find((one) => one.treatment === treatment && one.ratePercent === rate)
    const ofKind = kind === 'invoice' ? ofReturn?.invoices : ofReturn?.creditNotes
    const signed = closed.figures.vat.find(
      (one) => one.kind === kind && one.treatment === treatment && one.ratePercent === rate,
    )
    const name = `${kind}, ${treatment} ${rate} %, ${part}`
    add(name, amount, { vatReturn: ofKind?.[nameOf(part)], close: signed?.[nameOf(part)] })
  }
  for (const { part, amount } of await balance(ctx, span)) {
    const name = nameOf(part)
    if (name === 'documents') add('documents', amount, { close: closed.total.documents })
    else
      add(`the month's ${part}`, amount, {
        ...{ vatReturn: vat.total.balance[name], close: closed.total[name] },
      })
  }
  for (const by of GROUPINGS) {
    const report = await timed(`sales by ${by}`, () => reportsOperations.salesReport(ctx, { by, from, to }))
    const rows = await salesBy(ctx, span, by)
    for (const { key, net, vat: vatOf, total } of rows) {
      const row = report.rows.find((one) => one.key === key)
      add(`sales by ${by} ${key}, net`, net, { report: row?.netHalalas })
      add(`sales by ${by} ${key}, VAT`, vatOf, { report: row?.vatHalalas })
      add(`sales by ${by} ${key}, total`, total, { report: row?.totalHalalas })
    }
    add(`sales by ${by}, rows`, rows.length, { report: report.rows.length + (report.others?.count ?? 0) })
    add(`sales by ${by}, all`, sum(rows.map(({ total }) => total)), {
      ...{ report: report.total.totalHalalas, vatReturn: vat.total.balance.totalHalalas },
    })
  }
  for (const { provider, come, gone } of await money(ctx, span)) {
    const row = closed.figures.money.find((one) => one.provider === provider)
    add(`money in, ${provider}`, come, { close: row?.inHalalas })
    add(`money back, ${provider}`, gone, { close: row?.backHalalas })
  }
  for (const { of, differenceHalalas } of closed.comparisons)
    add(`${of}, without a reason`, 0, { close: differenceHalalas })
  add('figures changed since the closing', 0, { close: closed.changed.length })
  return figures
}

export const isEqual = ({ expected, said }: ComparedFigure) => Object.values(said).every((one) => one === expected)

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

const NAMES = {
  documents: 'documents',
  net: 'netHalalas',
  VAT: 'vatHalalas',
  total: 'totalHalalas',
} as const
const nameOf = (part: string) => NAMES[part as keyof typeof NAMES]

/** From the documents themselves, line by line: the product reads sums that were made when they were issued. */
const LINES = sql`select i.id, i.kind, i.order_id, coalesce((line ->> 'courseId')::int, o.course_id) as course,
    case when i.quote_id is null then o.schedule_id else (line ->> 'scheduleId')::int end as run, o.coupon_code as coupon,
    coalesce(o.method, 'company') as method,
    coalesce(o.source, case when i.quote_id is null then 'site' else 'company' end) as source, line ->> 'vatTreatment' as treatment,
    (line ->> 'vatRatePercent')::float8 as rate, (line ->> 'netHalalas')::bigint as net,
    (line ->> 'vatHalalas')::bigint as vat, (line ->> 'totalHalalas')::bigint as total,
    case i.kind when 'credit-note' then -1 else 1 end as sign, i.issued_at
  from invoices i left join orders o on o.id = i.order_id, jsonb_array_elements(i.document -> 'lines') as line`

type Part = { part: string; amount: number }

async function documentsByTreatment({ db }: Context, { from, until }: Span) {
  const { rows } = await sql<Part & { kind: string; treatment: string; rate: number }>`
    with lines as (${LINES})
    select kind, treatment, rate, part, amount::float8 from (
      select kind, treatment, rate, count(distinct id) as documents, sum(net) as net, sum(vat) as vat, sum(total) as total
      from lines where issued_at >= ${from} and issued_at < ${until} group by 1, 2, 3) as sums,
      lateral (values ('documents', documents::numeric), ('net', net), ('VAT', vat), ('total', total)) as parts (part, amount)`.execute(
    db,
  )
  return rows
}

async function balance({ db }: Context, { from, until }: Span): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with lines as (${LINES})
    select part, amount::float8 from (
      select count(distinct id) as documents, sum(sign * net) as net, sum(sign * vat) as vat, sum(sign * total) as total
      from lines where issued_at >= ${from} and issued_at < ${until}) as sums,
      lateral (values ('documents', documents::numeric), ('net', net), ('VAT', vat), ('total', total)) as parts (part, amount)`.execute(
    db,
  )
  return rows
}

const KEYS = {
  course: sql`course::text`,
  run: sql`coalesce(run::text, 'none')`,
  category: sql`c.category::text`,
  coupon: sql`coalesce(coupon, 'none')`,
  method: sql`method`,
  source: sql`source`,
  month: sql`to_char(lines.issued_at at time zone 'Asia/Riyadh', 'YYYY-MM')`,
}

type SalesRow = { key: string; net: number; vat: number; total: number }

/** Sales of the month by their orders; a row that only another period has is left out. */
async function salesBy({ db }: Context, { from, until }: Span, by: keyof typeof KEYS): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    with lines as (${LINES})
    select ${KEYS[by]} as key, sum(sign * net)::float8 as net, sum(sign * vat)::float8 as vat,
      sum(sign * total)::float8 as total
    from lines join courses c on c.id = lines.course
    where lines.issued_at >= ${from} and lines.issued_at < ${until} group by 1 order by 1`.execute(db)
  return rows
}

/** From payments and refunds: the product reads the ledger. */
async function money({ db }: Context, { from, until }: Span) {
  const { rows } = await sql<{ provider: string; come: number; gone: number }>`
    select provider, sum(come)::float8 as come, sum(gone)::float8 as gone from (
      select provider, paid_halalas as come, 0 as gone from payment_attempts
      where paid_halalas > 0 and created_at >= ${from} and created_at < ${until}
      union all
      select a.provider, 0, r.amount_halalas from refunds r join payment_attempts a on a.id = r.attempt_id
      where r.status = 'done' and r.done_at >= ${from} and r.done_at < ${until}
      union all
      select 'company-' || method, case kind when 'received' then amount_halalas else 0 end,
        case kind when 'returned' then amount_halalas else 0 end
      from company_payments where at >= ${from} and at < ${until}) as moved
    group by 1 order by 1`.execute(db)
  return rows
}
