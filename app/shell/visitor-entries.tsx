import { useTexts } from '../locales/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import LogoutForm from './logout-form.tsx'
import type { Visitor } from './shell-data.ts'

/** Where a signed-in person can go from either menu. */
export default function VisitorEntries({ visitor, className }: { visitor: Visitor; className: string | undefined }) {
  const t = useTexts('shell')
  return (
    <>
      {visitor.dashboard ? (
        <a href={visitor.dashboard} className={className}>
          <Icon name="bars" />
          {t.dashboard}
        </a>
      ) : null}
      <LogoutForm className={className} />
    </>
  )
}
