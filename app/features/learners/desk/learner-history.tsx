import type { ReactNode } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { linksFor } from '../../../links.ts'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { Learner } from '../contract.ts'

const ORDER_TONES = {
  pending: 'sand',
  paid: 'mint',
  refunded: 'clay',
  cancelled: 'sand',
  expired: 'sand',
  failed: 'clay',
} as const
const STATE_TONES = { shown: 'mint', waiting: 'sand', hidden: 'clay', removed: 'clay' } as const
const MAIL_TONES = { waiting: 'sand', sent: 'mint', failed: 'clay' } as const

type Order = Learner['orders']['items'][number]
type Certificate = Learner['certificates']['items'][number]
type Writing = Learner['writings']['items'][number]
type Mail = Learner['mails']['items'][number]
type Enquiry = Learner['enquiries'][number]

/** What a person bought, attended, got, wrote and was sent. */
export function LearnerHistory({ learner }: { learner: Learner }) {
  const t = useDeskTexts('learners').one
  const people = useDeskTexts('people')
  const { columns } = t
  return (
    <>
      <Part<Order>
        title={t.orders}
        list={learner.orders}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `orders/${id}`}
        columns={[
          { name: 'order', title: columns.order, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'course', title: columns.course, cell: (order) => <Course order={order} /> },
          {
            name: 'state',
            title: columns.state,
            cell: ({ status }) => <Badge tone={ORDER_TONES[status]}>{t.orderStates[status]}</Badge>,
          },
          {
            name: 'attendance',
            title: columns.attendance,
            cell: ({ attended }) => (attended ? t.attended(attended.present, attended.marked) : '—'),
          },
          {
            name: 'total',
            title: columns.total,
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
            numeric: true,
          },
        ]}
      />
      <Part<Certificate>
        title={t.certificates}
        list={learner.certificates}
        keyOf={({ number }) => number}
        pathOf={({ number }) => `certificates?query=${number}`}
        columns={[
          { name: 'number', title: columns.certificate, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
          { name: 'course', title: columns.course, cell: ({ course }) => <bdi>{course}</bdi> },
          {
            name: 'state',
            title: columns.state,
            cell: ({ revokedAt }) => (
              <Badge tone={revokedAt ? 'clay' : 'mint'}>{revokedAt ? t.revoked : t.valid}</Badge>
            ),
          },
          { name: 'issued', title: columns.issued, cell: ({ issuedAt }) => <Moment iso={issuedAt} /> },
        ]}
      />
      <Part<Enquiry>
        title={t.enquiries}
        list={{ count: learner.enquiries.length, items: learner.enquiries }}
        keyOf={({ reference }) => reference}
        pathOf={({ reference }) => `enquiries/${reference}`}
        columns={[
          { name: 'reference', title: people.enquiries.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
          {
            name: 'kind',
            title: people.enquiries.kind,
            cell: ({ kind }) => people.kinds[kind as keyof typeof people.kinds],
          },
          {
            name: 'status',
            title: people.enquiries.status,
            cell: ({ status }) => people.statuses[status as keyof typeof people.statuses],
          },
          { name: 'at', title: people.enquiries.received, cell: ({ receivedAt }) => <Moment iso={receivedAt} /> },
        ]}
      />
      <Part<Writing>
        title={t.writings}
        list={learner.writings}
        keyOf={({ kind, id }) => `${kind}-${id}`}
        pathOf={() => undefined}
        columns={[
          { name: 'text', title: columns.subject, cell: (writing) => <WritingLink writing={writing} /> },
          { name: 'kind', title: people.enquiries.kind, cell: ({ kind }) => t.writingKinds[kind] },
          {
            name: 'state',
            title: columns.state,
            cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{t.writingStates[state]}</Badge>,
          },
          { name: 'at', title: columns.sent, cell: ({ at }) => <Moment iso={at} /> },
        ]}
      />
      <Part<Mail>
        title={t.mails}
        list={learner.mails}
        keyOf={({ id }) => id}
        pathOf={() => undefined}
        columns={[
          {
            name: 'subject',
            title: columns.subject,
            cell: ({ subject, channel }) => <bdi>{channel === 'sms' ? t.sms : subject}</bdi>,
          },
          {
            name: 'state',
            title: columns.state,
            cell: ({ state }) => <Badge tone={MAIL_TONES[state]}>{t.mailStates[state]}</Badge>,
          },
          { name: 'at', title: columns.sent, cell: ({ at }) => <Moment iso={at} /> },
        ]}
      />
    </>
  )
}

type PartProps<Row> = {
  title: string
  list: { count: number; items: readonly Row[] }
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  pathOf: (row: Row) => string | undefined
}

/** A list of the newest; nothing where there is none. */
function Part<Row>({ title, list: { count, items }, ...list }: PartProps<Row>): ReactNode {
  const t = useDeskTexts('learners').one
  if (count === 0) return null
  return (
    <Panel
      title={title}
      actions={<small>{count > items.length ? t.newest(items.length, count) : formatNumber(count)}</small>}
    >
      <RecordList<Row> label={title} rows={items} {...list} />
    </Panel>
  )
}

function Course({ order: { course, startsAt } }: { order: Order }) {
  const lang = useLang()
  return (
    <>
      <bdi>{course}</bdi> {startsAt ? <small>{formatDay(startsAt, lang)}</small> : null}
    </>
  )
}

/** Where readers see it: a page of the site. */
function WritingLink({ writing: { text, state, postId, slug } }: { writing: Writing }) {
  const links = linksFor(useLang())
  const href = postId !== undefined ? links.post(postId) : links.article(slug ?? '')
  const shown = <bdi>{text.slice(0, 90)}</bdi>
  return state === 'shown' ? <a href={href}>{shown}</a> : shown
}
