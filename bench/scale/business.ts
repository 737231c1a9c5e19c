/** What an institute keeps of companies, coupons, the bank and the payment company, in proportion to its courses. */
import type { Part, Run, Size } from './part.ts'

const CONTACTS_A_COMPANY = 3
const STATEMENTS = 400

/** After the parts of courses, people and orders. */
export const business: Part = { name: 'business', fill, calls: async () => [] }

async function fill(run: Run, size: Size): Promise<void> {
  await companies(run, size)
  await coupons(run, size)
  await bank(run, size)
  await paymentCompany(run, size)
}

/** One for two courses, with two quotes each, of which one in three is accepted; employees use a seat of every other line. */
async function companies(run: Run, { courses, now }: Size) {
  await run(
    `insert into companies (name, vat_number, register_number, created_at)
     select jsonb_build_object('ar', 'شركة ' || n || case n % 3 when 0 then ' للتجارة' else ' للمقاولات' end, 'en', 'Company ' || n),
       '3' || lpad(n::text, 13, '0') || '3', '7' || lpad(n::text, 9, '0'), $1::timestamptz - n * interval '1 hour'
     from generate_series(1, ${Math.ceil(courses / 2)}) n`,
    [now],
  )
  await run(`insert into company_contacts (company_id, name, email, is_primary)
    select id, (array['نورة العتيبي', 'سارة القحطاني', 'خالد الدوسري', 'ريم الحربي', 'فهد الشمري', 'هند الزهراني',
      'ماجد الغامدي', 'لمى المطيري', 'بدر العنزي', 'منى السبيعي'])[1 + (id + n) % 10],
      'c' || id || 'n' || n || '@company.example', n = 1
    from companies, generate_series(1, ${CONTACTS_A_COMPANY}) n`)
  await run(
    `insert into quotes (number, company_id, contact_name, contact_email, lang, state, valid_until, payment_days,
       withdrawal_days, document, created_at, sent_at, answered_at, answer)
     select 'Q-2026-' || lpad(row_number() over (order by company.id, n)::text, 6, '0'), company.id, 'نورة العتيبي',
       'c' || company.id || 'n1@company.example', 'ar', of.state, ($1::timestamptz + (company.id % 60 - 30) * interval '1 day')::date,
       30, 7, case when of.state <> 'draft' then '{}'::jsonb end, of.at, case when of.state <> 'draft' then of.at end,
       case when of.state in ('accepted', 'declined') then of.at end,
       case when of.state in ('accepted', 'declined') then '{}'::jsonb end
     from companies company, generate_series(1, 2) n, lateral (
       select (array['draft', 'sent', 'accepted', 'declined', 'withdrawn', 'accepted'])[1 + (company.id + n) % 6] as state,
         $1::timestamptz - company.id * interval '50 minutes' as at) as of
     order by company.id, n`,
    [now],
  )
  await run(`insert into quote_lines (quote_id, course_id, schedule_id, seats, unit_halalas)
    select q.id, s.course_id, s.id, 10, 115000
    from quotes q join (select row_number() over (order by id) as place, id, course_id from schedules) s
      on s.place = 1 + q.id % (select count(*) from schedules)`)
  // As the triggers on documents and payments would: one in fifty is not paid, one in two hundred paid too much.
  await run(`insert into purchase_balances (quote_id, due_halalas, due_at)
    select id, case when id % 50 = 0 then 1150000 when id % 200 = 1 then -5000 else 0 end, answered_at + interval '30 days'
    from quotes where state = 'accepted'`)
  // Each accepted quote has seats; paid orders are those of its employees.
  await run(
    `insert into company_seats (quote_id, line_id, schedule_id, code, person_name, order_id, used_at)
     select line.quote_id, line.id, line.schedule_id, 'S' || lpad(line.place::text, 9, '0'), 'موظف', sold.id, sold.paid_at
     from (select l.id, l.quote_id, l.schedule_id, row_number() over (order by l.id, n) as place
       from quote_lines l join quotes q on q.id = l.quote_id and q.state = 'accepted', generate_series(1, 5) n) as line
     left join (select id, paid_at, row_number() over (order by id) * 2 as place from orders where status = 'paid') as sold
       on sold.place = line.place`,
  )
}

/** One for two courses, one in five of them for a company; one order in twenty used one. */
async function coupons(run: Run, { courses, now }: Size) {
  const count = Math.ceil(courses / 2)
  await run(
    `insert into coupons (code, note, percent, valid_from, valid_to, created_at, company_ids)
     select 'C' || n, jsonb_build_object('ar', 'خصم ' || n), 10, $1::timestamptz - (n + 48) * interval '1 hour',
       case when n % 3 = 0 then $1::timestamptz - interval '1 day' end, $1::timestamptz - n * interval '1 hour',
       case when n % 5 = 2 then array[(select min(id) from companies) + n % 7] end
     from generate_series(1, ${count}) n`,
    [now],
  )
  await run(
    `update orders set coupon_id = coupons.id, coupon_code = coupons.code
     from (select id, row_number() over (order by id) as place from orders) as placed
     join coupons on coupons.code = 'C' || case when placed.place % 100 = 0 then 1 else 1 + placed.place % ${count} end
     where placed.id = orders.id and placed.place % 20 = 0`,
  )
}

/** Transfers that nobody has checked, and a movement for each course. One in fifty waits for its order, one in ninety was set aside. */
async function bank(run: Run, { courses, now }: Size) {
  await run(`create unlogged table bench_open as select id from orders
    where method = 'transfer' and status in ('expired', 'cancelled') order by created_at desc limit ${Math.ceil(courses / 100)}`)
  await run(
    `update orders set status = 'pending', expires_at = $1::timestamptz + interval '30 days', ended_at = null, ended_because = null
     where id in (select id from bench_open)`,
    [now],
  )
  await run(`update payment_attempts set status = 'created' where order_id in (select id from bench_open)`)
  await run(
    `update transfers set is_settled = false, received_halalas = 0, rest_asked_at = null where order_id in (select id from bench_open)`,
  )
  await run('drop table bench_open')
  await run(
    `insert into bank_statements (id, file_name, format, imported_at)
     select gen_random_uuid(), n || '.csv', 'csv', $1::timestamptz - n * interval '12 hours' from generate_series(1, ${STATEMENTS}) n`,
    [now],
  )
  await run(
    `insert into bank_lines (statement_id, place, day, amount_halalas, bank_reference, description, payer_account,
       payer_name, fingerprint, occurrence, used_halalas, set_aside)
     select s.id, n, ($1::timestamptz - n * interval '2 hours')::date, 115000, 'B' || n, 'تحويل ' || n, '', '', md5(n::text), 1,
       case when n % 50 = 0 or n % 90 = 1 then 0 else 115000 end, case when n % 50 <> 0 and n % 90 = 1 then 'ليس لنا' end
     from generate_series(1, ${courses}) n
     join (select row_number() over (order by imported_at) as place, id from bank_statements) s on s.place = 1 + n % ${STATEMENTS}`,
    [now],
  )
}

/** A payout each day with the payments of its day, and a disputed payment for each hundred orders. */
async function paymentCompany(run: Run, { now }: Size) {
  await run(
    `insert into payouts (id, provider, reference, day)
     select gen_random_uuid(), 'moyasar', 'P' || n, ($1::timestamptz - n * interval '1 day')::date
     from generate_series(1, 1095) n`,
    [now],
  )
  await run(`insert into payout_files (id, provider, file_name, payout_reference, imported_at)
    select gen_random_uuid(), provider, reference || '.csv', reference, day + interval '1 day' from payouts`)
  await run(
    `insert into payout_lines (payout_id, file_id, fingerprint, occurrence, place, kind, day, reference, order_reference, scheme,
       amount_halalas, fee_halalas, fee_vat_halalas, has_fee, attempt_id)
     select p.id, f.id, md5(a.id::text), 1, row_number() over (partition by p.id order by a.id), 'payment', p.day,
       a.provider_reference, 'M', 'mada', a.amount_halalas, 1150, 173, true, case when a.asked_at is not null then a.id end
     from payment_attempts a join payouts p on p.day = a.created_at::date
       join payout_files f on f.payout_reference = p.reference
     where a.status = 'paid' and a.provider = 'moyasar'`,
  )
  await run(`insert into payout_first_days (provider, day)
    select p.provider, min(l.day) from payout_lines l join payouts p on p.id = l.payout_id group by p.provider`)
  // A job of the running application may have noted a payment meanwhile.
  await run(`insert into payments_without_line (attempt_id, provider, at)
    select attempt_id, provider, at from ledger g where kind = 'payment'
      and not exists (select from payout_lines l where l.attempt_id = g.attempt_id and l.kind = 'payment')
    on conflict do nothing`)
  await run(
    `insert into chargebacks (id, order_id, attempt_id, reference, amount_halalas, reason, due_on, status, source, created_at,
       decided_at)
     select gen_random_uuid(), order_id, id, 'D' || place, amount_halalas, 'اعتراض', ($1::timestamptz + place % 20 * interval '1 day')::date,
       case when place % 5000 = 0 then 'open' else 'won' end, 'staff', created_at + interval '20 days',
       case when place % 5000 > 0 then created_at + interval '40 days' end
     from (select id, order_id, amount_halalas, created_at, row_number() over (order by created_at) as place
       from payment_attempts where status = 'paid') as a
     where place % 100 = 0`,
    [now],
  )
}
