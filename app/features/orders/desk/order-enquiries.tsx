import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { OfSender } from '../../leads/merging/merging-contract.ts'

/** What its learner wrote about the order. */
export function OrderEnquiries({ enquiries }: { enquiries: readonly OfSender[] }) {
  const t = useDeskTexts('enquiries').order
  const { kinds, statuses } = useDeskTexts('people')
  const lang = useLang()
  if (enquiries.length === 0) return null
  return (
    <Panel title={t.ofOrder}>
      <Facts
        facts={enquiries.map(({ reference, kind, status, receivedAt }) => [
          <Link key={reference} to={deskLink(lang, `enquiries/${reference}`)}>
            <bdi>{reference}</bdi>
          </Link>,
          <span key={`${reference}-state`}>
            {kinds[kind]} · {statuses[status]} · <Moment iso={receivedAt} />
          </span>,
        ])}
      />
    </Panel>
  )
}
