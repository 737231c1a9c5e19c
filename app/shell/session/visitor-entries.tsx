import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { Visitor } from '../shell-data.ts'
import LogoutForm from './logout-form.tsx'
import { UnreadCount } from './unread-count.tsx'

/** The links of a signed-in user in both menus. */
export default function VisitorEntries({ visitor, className }: { visitor: Visitor; className: string | undefined }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  return (
    <>
      {visitor.dashboard ? (
        <a href={visitor.dashboard} className={className}>
          <Icon name="bars" />
          {t.dashboard}
        </a>
      ) : null}
      <Link to={links.myCourses} className={className}>
        <Icon name="book" />
        {t.myCourses}
      </Link>
      <Link to={`${links.profile}/orders`} className={className}>
        <Icon name="cart" />
        {t.orders}
      </Link>
      <Link to={`${links.profile}/notifications`} className={className}>
        <Icon name="chat" />
        {t.notifications}
        <UnreadCount visitor={visitor} />
      </Link>
      <Link to={links.profile} className={className}>
        <Icon name="user" />
        {t.settings}
      </Link>
      <LogoutForm className={className} />
    </>
  )
}
