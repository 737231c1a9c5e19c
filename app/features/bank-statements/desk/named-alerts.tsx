/** What a movement names, and that takes no money. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { BankLine } from '../contract.ts'
import styles from './bank.module.css'

export function NamedOrder({ order: { id, reference, status } }: { order: BankLine['named'][number] }) {
  const t = useDeskTexts('bank')
  const { statuses } = useDeskTexts('sales')
  return (
    <Named
      says={t.namesOrder}
      path={`orders/${id}`}
      number={reference}
      badge={<Badge tone={status === 'paid' ? 'mint' : 'sand'}>{statuses[status]}</Badge>}
      todo={status === 'paid' ? t.namedPaid : t.namedNotWaiting}
    />
  )
}

export function NamedQuote({ quote: { quoteId, number, state } }: { quote: BankLine['namedPurchases'][number] }) {
  const t = useDeskTexts('bank')
  const { states } = useDeskTexts('quotes')
  return (
    <Named
      says={t.namesQuote}
      path={`quotes/${quoteId}`}
      number={number}
      badge={<Badge tone={state === 'accepted' ? 'mint' : 'sand'}>{states[state]}</Badge>}
      todo={state === 'accepted' ? t.namedSettled : t.namedNotAccepted}
    />
  )
}

type NamedProps = { says: string; path: string; number: string; badge: ReactNode; todo: string }

function Named({ says, path, number, badge, todo }: NamedProps) {
  const lang = useLang()
  return (
    <Alert kind="info">
      {says}{' '}
      <Link to={deskLink(lang, path)}>
        <bdi dir="ltr" className={styles.reference}>
          {number}
        </bdi>
      </Link>{' '}
      {badge}
      <br />
      {todo}
    </Alert>
  )
}
