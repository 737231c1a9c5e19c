import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatNumber, formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { orderLinksFor } from '../orders/order-links.ts'
import type { WaitingPlace } from '../runs/contract.ts'
import type { Pending } from './contract.ts'
import styles from './on-the-way.module.css'

type Place = WaitingPlace & { runId: number; course: { id: number; name: string }; startsAt: string }

/** What is to become a course of the learner: orders that are not paid yet, and places in waiting lists. */
export function OnTheWay({ pending, places }: { pending: readonly Pending[]; places: readonly Place[] }) {
  const { onTheWay: t } = useTexts('learning')
  const lang = useLang()
  const orderLinks = orderLinksFor(lang)
  if (pending.length + places.length === 0) return null
  return (
    <Card as="section" aria-labelledby="on-the-way" className={styles.card}>
      <h3 id="on-the-way">{t.title}</h3>
      <ul className={styles.list}>
        {pending.map(({ orderId, courseName, waitsFor }) => (
          <Row
            key={orderId}
            to={waitsFor === 'payment' ? orderLinks.mine : orderLinks.approved(orderId)}
            name={courseName}
            state={t.waitsFor[waitsFor]}
          />
        ))}
        {places.map(({ runId, course, startsAt, position, offeredUntil }) => (
          <Row
            key={runId}
            to={linksFor(lang).order(course.id, runId)}
            name={course.name}
            state={`${t.starts(formatWeekday(startsAt, lang))} · ${
              offeredUntil
                ? t.offered(formatWeekday(offeredUntil, lang), formatTime(offeredUntil, lang))
                : t.waiting(formatNumber(position ?? 1))
            }`}
            action={offeredUntil ? t.take : undefined}
          />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = {
  to: string
  name: string
  state: string
  /** The label of a button that leads there, too. */
  action?: string | undefined
}

function Row({ to, name, state, action }: RowProps) {
  return (
    <li>
      <Icon name="clock" size={18} />
      <span>
        <Link to={to}>
          <ContentText>{name}</ContentText>
        </Link>
        <span className={styles.state}>{state}</span>
        {action ? (
          <ButtonLink to={to} aria-label={`${action}: ${name}`}>
            {action}
          </ButtonLink>
        ) : null}
      </span>
    </li>
  )
}
