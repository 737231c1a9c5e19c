/** What staff of a large institute look through at the desk, besides orders: people, sessions, marks, certificates, the log. */
import type { Part, Run, Size } from './part.ts'

const PEOPLE_A_COURSE = 18

/** After the parts of courses, people and orders: together twenty people for each course. */
export const teaching: Part = { name: 'teaching', fill, calls: async () => [] }

async function fill(run: Run, { courses, now }: Size): Promise<void> {
  await run(
    `insert into users (email, first_name, last_name, user_name, phone, roles, terms_accepted_at, created_at, activated_at)
     select 'v' || n || '@example.com', first_name, last_name || ' ' || n, user_name, '+9665' || lpad((50000000 + n)::text, 8, '0'),
       '{Student}', $1, $1, $1
     from generate_series(1, ${courses * PEOPLE_A_COURSE}) n
     join (select row_number() over (order by id) - 1 as place, first_name, last_name, user_name from users
       where email like 'u%' order by id limit 1000) as names on place = n % 1000`,
    [now],
  )
  await run(
    `insert into run_sessions (schedule_id, starts_at, ends_at, room, trainer_id)
     select id, starts_at + n * interval '1 day', starts_at + n * interval '1 day' + interval '3 hours', 'R' || (id % 40),
       (select t.id from course_trainers c join trainers t on t.id = c.trainer_id where c.course_id = schedules.course_id limit 1)
     from schedules, generate_series(0, 2) n`,
  )
  await run(`update schedules set tags = array['season-' || id % 40]`)
  await run(
    `insert into badges (order_id, code) select id, replace(id::text, '-', '') from orders
     where status = 'paid' and schedule_id is not null`,
  )
  await run(
    `insert into attendance (session_id, order_id, state, at, marked_at)
     select n.id, o.id, 'present', n.starts_at, n.starts_at from orders o join run_sessions n on n.schedule_id = o.schedule_id
     where o.status = 'paid' and n.ends_at < $1`,
    [now],
  )
  await run(
    `insert into certificates (year, place, order_id, code, issued_at)
     select 2026, row_number() over (order by o.id), o.id, 'c' || replace(o.id::text, '-', ''), s.ends_at
     from orders o join schedules s on s.id = o.schedule_id where o.status = 'paid' and s.ends_at < $1`,
    [now],
  )
  await run(
    `insert into audit_log (at, user_id, action, area, subject)
     select $1::timestamptz - n * interval '1 minute', 1 + n % 30, case when n % 50 = 0 then 'order.refund' else 'lead.change' end,
       case when n % 50 = 0 then 'money' else 'people' end, 'M-' || n from generate_series(1, ${courses * 20}) n`,
    [now],
  )
}
