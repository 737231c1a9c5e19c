/** Two users for each course, their enquiries and messages, and the security log. */

import { staffOperations as leadStaff } from '../../app/features/leads/staff.server.ts'
import { countFailed, countPending, listMessages } from '../../app/features/messages/queries.server.ts'
import { securityLogOperations } from '../../app/features/security-log/security-log.server.ts'
import { listStaff } from '../../app/features/staff/staff.server.ts'
import type { Context } from '../../app/platform/context.server.ts'
import { type Call, COUNTED, LATE_PAGE, type Part, type Run, type Size } from './part.ts'

/** One in ten people has it. */
export const COMMON_NAME = 'محمد'
/** One in two hundred people has it. */
export const USUAL_NAME = 'عبدالرحمن'
/** One person has it. */
export const RARE_NAME = 'زمردة'
const NAMES =
  'أحمد سارة خالد نورة فهد ريم سلطان هند ماجد لطيفة ناصر العنود بدر منيرة تركي جواهر سعود حصة عمر مها'.split(' ')
const FAMILIES = 'العتيبي القحطاني الغامدي الزهراني الشهري الحربي المطيري الدوسري السبيعي العنزي'.split(' ')

export const people: Part = { name: 'people', fill, calls }

async function fill(run: Run, { courses, now }: Size): Promise<void> {
  const count = courses * 2
  const first = `case when n % 10 = 0 then '${COMMON_NAME}' when n % 200 = 1 then '${USUAL_NAME}' when n = 777 then '${RARE_NAME}'
    else ($2::text[])[1 + n % ${NAMES.length}] end`
  const last = `($3::text[])[1 + (n / 7) % ${FAMILIES.length}] || case when n % 3 = 0 then ' ' || n else '' end`
  await run(
    `insert into users (email, first_name, last_name, user_name, phone, roles, terms_accepted_at, created_at, activated_at)
     select 'u' || n || '@example.com', ${first}, ${last}, ${first} || ' ' || ${last}, '+9665' || lpad(n::text, 8, '0'),
       case when n % 5000 = 3 then '{Student,Admin}'::text[] when n = 4 then '{Student,Owner}' else '{Student}' end, $1, $1, $1
     from generate_series(1, ${count}) n`,
    [now, NAMES, FAMILIES],
  )
  await run(
    `insert into account_uses (user_id, at) select id, case when id % 3 > 0 then $1::timestamptz - id * interval '1 minute'
       else '-infinity' end from users on conflict do nothing`,
    [now],
  )
  const kinds = 'contact,support,complaint,quote,partnership,trainer'
  await run(
    `insert into leads (reference, kind, status, name, email, phone, fields, lang, assignee_id, created_at, updated_at, erase_at)
     select 'Q-2026-' || lpad(n::text, 6, '0'), ($4::text[])[case when n % 1000 = 0 then 6 else 1 + n % 5 end],
       ($5::text[])[case when n % 500 = 0 then 1 when n % 97 = 0 then 2 else 4 end], ${first} || ' ' || ${last},
       'l' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'), '{}', 'ar', case when n % 40 = 0 then 3 end,
       $1::timestamptz - n * interval '5 minutes', $1, $1::timestamptz + n * interval '5 minutes'
     from generate_series(1, ${courses}) n`,
    [now, NAMES, FAMILIES, kinds.split(','), ['received', 'handling', 'answered', 'closed']],
  )
  await run(`insert into lead_events (lead_id, at, status) select id, created_at, 'received' from leads`)
  await run(
    `insert into security_events (at, event, call, outcome, user_id, address_hash, network, request_id)
     select $1::timestamptz - n * interval '1 minute', case when n % 5000 = 0 then 'refund' when n % 9 = 0 then 'refusal' else 'signIn' end,
       'POST auth/login', case when n % 7 = 0 then 'wrongPassword' when n % 3001 = 0 then 'locked' else 'done' end,
       1 + n % ${count}, decode(lpad(to_hex(n % ${count}), 32, '0'), 'hex'), '10.0.0.0/24', 'r' || n
     from generate_series(1, ${courses * 5}) n`,
    [now],
  )
  await run(
    `insert into messages (channel, recipient, subject, text, lang, about, created_at, sent_at)
     select 'email', 'u' || (1 + n % ${count}) || '@example.com', 's', 't', 'ar', 'receipt:' || n,
       $1::timestamptz - n * interval '20 seconds', case when n > 20 then $1 end
     from generate_series(1, ${courses * 3}) n`,
    [now],
  )
}

async function calls(): Promise<Call[]> {
  const leads = (input: object) => (ctx: Context) =>
    leadStaff.leads({ ...ctx, user: { id: 3, roles: ['Owner'] } } as unknown as Context, {
      Kind: undefined,
      Status: undefined,
      Assignee: undefined,
      Unassigned: undefined,
      Late: undefined,
      SearchTerm: undefined,
      PageIndex: 1,
      PageSize: 20,
      ...input,
    })
  const searched = (terms: string[]) => terms.map((SearchTerm) => leads({ SearchTerm }))
  const log = (input: object) => (ctx: Context) =>
    securityLogOperations.securityLog(ctx, {
      Event: undefined,
      Outcome: undefined,
      Email: undefined,
      UserId: undefined,
      From: undefined,
      To: undefined,
      PageIndex: 1,
      PageSize: 20,
      ...input,
    })
  const counted = (name: string, asks: Call['asks']): Call => ({ name, asks, maxP99Ms: 20, readsMoreBecause: COUNTED })
  const late = (name: string, asks: Call['asks']): Call => ({ name, asks, maxP99Ms: 20, readsMoreBecause: LATE_PAGE })
  const collected = (name: string, asks: Call['asks']): Call => ({
    name,
    asks,
    maxP99Ms: 20,
    readsMoreBecause:
      'two thousand matches are collected, of more the newest ten thousand enquiries are looked through',
  })
  return [
    counted('enquiries', [leads({})]),
    late('enquiries, page 500', [leads({ PageIndex: 500 })]),
    counted('enquiries of a kind, a state, an assignee', [
      leads({ Kind: 'trainer' }),
      leads({ Status: 'received' }),
      leads({ Assignee: 3 }),
      leads({ Kind: 'trainer', Status: 'handling' }),
      leads({ Kind: 'contact', Status: 'closed' }),
    ]),
    collected('enquiries by a common name', searched([COMMON_NAME])),
    collected('enquiries by a usual name', searched([USUAL_NAME, 'عبدالر'])),
    {
      name: 'enquiries by mail, phone, reference, rare name',
      asks: searched(['l500@example.com', '+966500000500', 'q-2026-000500', RARE_NAME]),
      maxP99Ms: 20,
    },
    { name: 'enquiries by an absent name', asks: searched(['زرافة', 'xylophone', 'ظظ', 'زرافة محمد']), maxP99Ms: 20 },
    collected('enquiries by one and two letters', searched(['م', 'مح', 'ال'])),
    counted('security log', [log({})]),
    late('security log, page 500', [log({ PageIndex: 500 })]),
    counted('security log of an event, an outcome, a person', [
      log({ Event: 'refund' }),
      log({ Event: 'passkey' }),
      log({ Outcome: 'locked' }),
      log({ Event: 'refusal', Outcome: 'locked' }),
      log({ UserId: 5 }),
      log({ UserId: 5, Event: 'refund' }),
    ]),
    { name: 'staff', asks: [(ctx) => listStaff(ctx)], maxP99Ms: 20 },
    {
      name: 'messages that wait, that failed',
      asks: [(ctx) => countPending(ctx.db), (ctx) => countFailed(ctx.db, ctx.now())],
      maxP99Ms: 20,
    },
    {
      name: 'messages to an address (demonstration)',
      asks: [(ctx) => listMessages(ctx.db, 'u5@example.com')],
      maxP99Ms: 20,
    },
  ]
}
