import { useLocation } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { clearRememberedVisitor } from './remembered-visitor.ts'

/** A plain form: the response loads the page anew, without any data of the user. */
export default function LogoutForm({ className }: { className?: string | undefined }) {
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={linksFor(useLang()).logout} onSubmit={clearRememberedVisitor}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button type="submit" className={className}>
        <Icon name="sign-out" />
        {t.logout}
      </button>
    </form>
  )
}
