/** Every figure of a month by SQL of its own, beside what the product says. */
import { sql } from 'kysely'
import { closingOperations } from '../../app/features/closing/closing.server.ts'
import { invoiceDeskOperations } from '../../app/features/invoices/invoice-desk.server.ts'
import { GROUPINGS } from '../../app/features/reports/groupings.ts'
import { reportsOperations } from '../../app/features/reports/reports.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { instantOf } from '../../app/platform/days.ts'
import type { Span } from './model.ts'

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

/** Closes every month that is open up to this one. */
export async function closeThrough(ctx: Context, month: string, timed: Timer) {
  for (;;) {
    const { months } = await closingOperations.closings(ctx, {})
    const next = months.find(({ state }) => state === 'next')!.month
    const closed = await closeMonth(ctx, next, timed)
    if (next === month) return closed
  }
}

function closeMonth(ctx: Context, month: string, timed: Timer) {
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
    const ofKind = ofReturn?.[SUMS[kind as keyof typeof SUMS]]
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
    const [before, yearBefore] = [await netBefore(ctx, month, by, 1), await netBefore(ctx, month, by, 12)]
    for (const { key, net, vat: vatOf, total } of rows) {
      const row = report.rows.find((one) => one.key === key)
      add(`sales by ${by} ${key}, period before`, before.get(key) ?? 0, { report: row?.beforeHalalas })
      add(`sales by ${by} ${key}, year before`, yearBefore.get(key) ?? 0, { report: row?.yearBeforeHalalas })
      add(`sales by ${by} ${key}, net`, net, { report: row?.netHalalas })
      add(`sales by ${by} ${key}, VAT`, vatOf, { report: row?.vatHalalas })
      add(`sales by ${by} ${key}, total`, total, { report: row?.totalHalalas })
    }
    const keys = new Set([...rows.map(({ key }) => key), ...before.keys(), ...yearBefore.keys()])
    add(`sales by ${by}, rows`, keys.size, { report: report.rows.length + (report.others?.count ?? 0) })
    add(`sales by ${by}, period before`, sum([...before.values()]), { report: report.total.beforeHalalas })
    add(`sales by ${by}, year before`, sum([...yearBefore.values()]), { report: report.total.yearBeforeHalalas })
    add(`sales by ${by}, all`, sum(rows.map(({ total }) => total)), {
      ...{ report: report.total.totalHalalas, vatReturn: vat.total.balance.totalHalalas },
    })
  }
  for (const { provider, come, gone } of await money(ctx, span)) {
    const row = closed.figures.money.find((one) => one.provider === provider)
    add(`money in, ${provider}`, come, { close: row?.inHalalas })
    add(`money back, ${provider}`, gone, { close: row?.backHalalas })
  }
  for (const { what, count, halalas } of await openThings(ctx, span)) {
    const thing = closed.open.find((one) => one.what === what)
    add(`open: ${what}, how many`, count, { close: thing?.count ?? 0 })
    add(`open: ${what}`, halalas, { close: thing?.halalas ?? 0 })
  }
  for (const { of, differenceHalalas } of closed.comparisons)
    add(`${of}, without a reason`, 0, { close: differenceHalalas })
  add('figures changed since the closing', 0, { close: closed.changed.length })
  return figures
}

export const isEqual = ({ expected, said }: ComparedFigure) => Object.values(said).every((one) => one === expected)

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

const SUMS = { invoice: 'invoices', 'credit-note': 'creditNotes', 'debit-note': 'debitNotes' } as const

const NAMES = {
  documents: 'documents',
  net: 'netHalalas',
  VAT: 'vatHalalas',
  total: 'totalHalalas',
} as const
const nameOf = (part: string) => NAMES[part as keyof typeof NAMES]

/** From the documents themselves, line by line: the product reads sums that were made when they were issued. */
const LINES = sql`select i.id, i.kind, i.order_id, i.quote_id, coalesce((line ->> 'courseId')::int, o.course_id) as course,
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

/** Net sales by key of the month that was so many months before; of months under the key that they are compared with. */
async function netBefore(ctx: Context, month: string, by: keyof typeof KEYS, months: number) {
  const { from, until } = spanOf(monthBefore(month, months))
  const rows = await salesBy(ctx, { from, until }, by)
  return new Map(rows.map(({ key, net }) => [by === 'month' ? month : key, net]))
}

function monthBefore(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7)
}

const spanOf = (month: string) => ({
  from: instantOf(`${month}-01`),
  until: instantOf(`${monthBefore(month, -1)}-01`),
})

/** From the rows themselves: what each company owes by its documents, where the product keeps balances. */
async function openThings({ db, now }: Context, { until }: Span) {
  const { rows } = await sql<{ what: string; count: number; halalas: number }>`
    with debited as (select d.quote_id, max(d.issued_at) as at from (${LINES}) as d
      -- Nothing was left to pay when it was added.
      where d.kind = 'debit-note' and (
        select sum(sign * total) from (${LINES}) as e where e.quote_id = d.quote_id and e.issued_at < d.issued_at)
        <= coalesce((select sum(case p.kind when 'received' then p.amount_halalas else -p.amount_halalas end)
          from company_payments p where p.quote_id = d.quote_id and p.at < d.issued_at), 0) group by 1),
    owed as (select q.id, coalesce((select at from debited where quote_id = q.id), q.answered_at)
          + q.payment_days * interval '1 day' as due_at,
        (select sum(sign * total) from (${LINES}) as lines where lines.quote_id = q.id)
          - coalesce((select sum(case kind when 'received' then amount_halalas else -amount_halalas end)
            from company_payments p where p.quote_id = q.id), 0) as due
      from quotes q where state = 'accepted')
    select 'owedToCompanies' as what, count(*)::int as count, coalesce(-sum(due), 0)::float8 as halalas from owed where due < 0
    union all select 'purchasesOverdue', count(*)::int, coalesce(sum(due), 0)::float8 from owed where due > 0 and due_at < least(${until}::timestamptz, ${now()}::timestamptz)
    union all select 'chargebacks', count(*)::int, coalesce(sum(amount_halalas), 0)::float8 from chargebacks where decided_at is null
    union all select 'payoutsNotArrived', count(distinct p.id)::int, sum(l.amount_halalas - l.fee_halalas)::float8
      from payout_lines l join payouts p on p.id = l.payout_id where p.bank_line_id is null
    union all select 'payoutLinesUnknown', count(*)::int, sum(l.amount_halalas)::float8
      from payout_lines l left join payment_attempts a on a.provider_reference = l.reference where a.id is null`.execute(
    db,
  )
  return rows
}

/**
 * From payments and refunds: the product reads the ledger. Of companies from the bank's movements and the provider's
 * payments, and in cash what is left of their documents: the product reads what was booked.
 */
async function money({ db }: Context, { from, until }: Span) {
  const { rows } = await sql<{ provider: string; come: number; gone: number }>`
    select provider, sum(come)::float8 as come, sum(gone)::float8 as gone from (
      select provider, paid_halalas as come, 0 as gone from payment_attempts
      where paid_halalas > 0 and created_at >= ${from} and created_at < ${until}
      union all
      select case when r.is_carried then 'carried' else a.provider end, 0, r.amount_halalas from refunds r join payment_attempts a on a.id = r.attempt_id
      where r.status = 'done' and r.done_at >= ${from} and r.done_at < ${until}
      union all
      select 'company-card', paid_halalas, refunded_halalas from purchase_attempts
      where status = 'paid' and updated_at >= ${from} and updated_at < ${until}
      union all
      select 'company-transfer', u.amount_halalas, 0 from bank_line_uses u join bank_lines b on b.id = u.line_id
      where u.quote_id is not null and b.day >= (${from} at time zone 'Asia/Riyadh')::date
        and b.day < (${until} at time zone 'Asia/Riyadh')::date
      union all
      select 'company-cash', (select sum(sign * total) from (${LINES}) as lines where quote_id is not null)
        - (select sum(due_halalas) from purchase_balances)
        - (select coalesce(sum(u.amount_halalas), 0) from bank_line_uses u where u.quote_id is not null)
        - (select coalesce(sum(paid_halalas - refunded_halalas), 0) from purchase_attempts where status = 'paid'), 0) as moved
    group by 1 order by 1`.execute(db)
  return rows
}
