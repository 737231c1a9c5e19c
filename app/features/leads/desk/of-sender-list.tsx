import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { OfSender } from '../merging/merging-contract.ts'
import styles from './enquiry-page.module.css'
import { EnquiryStatus } from './enquiry-status.tsx'

/** Enquiries with their kind and state, each with a link to its page. */
export function OfSenderList({ enquiries }: { enquiries: readonly OfSender[] }) {
  const { kinds } = useDeskTexts('people')
  const lang = useLang()
  return (
    <ul className={styles.list}>
      {enquiries.map(({ reference, kind, status, receivedAt }) => (
        <li key={reference}>
          <Link to={deskLink(lang, `enquiries/${reference}`)}>
            <bdi>{reference}</bdi>
          </Link>{' '}
          {kinds[kind]} · <Moment iso={receivedAt} /> <EnquiryStatus status={status} />
        </li>
      ))}
    </ul>
  )
}
