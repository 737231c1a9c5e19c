import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Trail } from '../../../desk/ui/panel.tsx'
import { Money } from '../../../ui/content/money.tsx'
import type { DeskOrder } from './desk-order.ts'

type Event = DeskOrder['history'][number]

export function OrderTrail({ events }: { events: Event[] }) {
  const t = useDeskTexts('sales')
  return (
    <Trail
      events={events
        .map((event, index) => ({
          key: index,
          title: t.events[event.event] ?? event.event,
          when: <Moment iso={event.at} />,
          who: <bdi>{event.staff?.name ?? t.by[event.by]}</bdi>,
          detail: <Details details={event.details} />,
        }))
        .reverse()}
    />
  )
}

/** The facts of an event that a reader understands; ids of rows are left out. */
function Details({ details }: { details: Event['details'] }) {
  const t = useDeskTexts('sales')
  const { amountHalalas, receivedHalalas, totalHalalas, until, note, bankReference } = details
  const received = typeof receivedHalalas === 'number' ? receivedHalalas : undefined
  return (
    <>
      {typeof amountHalalas === 'number' ? <Money halalas={amountHalalas} exact /> : null}
      {received !== undefined && typeof totalHalalas === 'number' ? (
        <span>
          <Money halalas={received} exact /> / <Money halalas={totalHalalas} exact />
        </span>
      ) : null}
      {typeof until === 'string' ? <Moment iso={until} /> : null}
      {typeof bankReference === 'string' ? (
        <p>
          {t.bankReference}: <bdi>{bankReference}</bdi>
        </p>
      ) : null}
      {typeof note === 'string' ? (
        <p>
          <bdi>{note}</bdi>
        </p>
      ) : null}
    </>
  )
}
