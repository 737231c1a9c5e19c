import { Form, Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Lead } from '../contract.ts'
import styles from './enquiry-page.module.css'

/** The orders that are shown to choose from. */
const SHOWN = 5

/** The orders that an enquiry may be about: those of what was searched, else of the number or the address in it. */
export async function ordersFor({ api }: PageRequest, enquiry: Lead, search: string | undefined) {
  const typed = enquiry.facts.find(({ name }) => name === 'orderReference')?.value
  const term = search ?? typed ?? enquiry.email
  // Most senders have no order: that nothing has their address says something to those who asked only.
  const isAsked = Boolean(search ?? typed)
  if (enquiry.order || !term) return { term, isAsked, found: [] }
  const { items } = await api.orders.orders({ SearchTerm: term.slice(0, 100) })
  const found = items.slice(0, SHOWN).map(({ id, reference, course, createdAt, learner }) => ({
    ...{ id, reference, course, createdAt },
    learner: learner?.name,
  }))
  return { term, isAsked, found }
}

type Props = { enquiry: Lead; orders: Awaited<ReturnType<typeof ordersFor>> }

/** The order that the enquiry is about, or the ones that it may be about. */
export function EnquiryOrder({ enquiry: { order, kind, facts }, orders: { term, isAsked, found } }: Props) {
  const t = useDeskTexts('enquiries').order
  const lang = useLang()
  if (order)
    return (
      <Panel title={t.title}>
        <p>
          <Link to={deskLink(lang, `orders/${order.id}`)}>
            <bdi>{order.reference}</bdi>
          </Link>
        </p>
        {kind === 'contact' && facts.some(({ name }) => name === 'orderReference') ? (
          <p>
            {/* A new document: only then the browser opens the command that holds the field. */}
            <Link to={`${deskLink(lang, `orders/${order.id}`)}#move-runId`} reloadDocument>
              {t.move}
            </Link>
          </p>
        ) : null}
        <SetOrder id="" label={t.remove} />
      </Panel>
    )
  return (
    <Panel title={t.title} isForScreen>
      <Form method="get" preventScrollReset>
        <FieldRow width="search">
          <TextField name="order" label={t.search} defaultValue={term} dir="auto" />
          <FieldRowControl>
            <SubmitButton variant="quiet" size="small">
              {t.find}
            </SubmitButton>
          </FieldRowControl>
        </FieldRow>
      </Form>
      {isAsked && found.length === 0 ? <p>{t.none}</p> : null}
      <ul className={styles.list}>
        {found.map(({ id, reference, course, createdAt, learner }) => (
          <li key={id}>
            <p>
              <Link to={deskLink(lang, `orders/${id}`)}>
                <bdi>{reference}</bdi>
              </Link>{' '}
              {course} · <bdi>{learner}</bdi> · <Moment iso={createdAt} />
            </p>
            <SetOrder id={id} label={t.join} about={reference} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** @param about tells apart the buttons of several orders */
function SetOrder({ id, label, about }: { id: string; label: string; about?: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="order" value={id} />
      <SubmitButton variant="quiet" size="small">
        {label} {about ? <span className="visually-hidden">{about}</span> : null}
      </SubmitButton>
    </Form>
  )
}
