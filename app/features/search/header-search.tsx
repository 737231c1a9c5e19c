import { type ComponentType, type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icon.tsx'

const bring = () => import('./search-dialog.tsx')

/** The header's way to the search: a link to its page, which opens the field at once when scripts run. */
export function HeaderSearch({ label, className }: { label: string; className: string | undefined }) {
  const links = linksFor(useLang())
  const [Dialog, setDialog] = useState<ComponentType<{ close: () => void }>>()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    bring().then(
      (part) => setDialog(() => part.SearchDialog),
      () => location.assign(links.search()),
    )
  }
  const near = () => void bring().catch(() => undefined)
  return (
    <>
      <Link
        to={links.search()}
        aria-label={label}
        className={className}
        onPointerEnter={near}
        onFocus={near}
        onClick={open}
      >
        <Icon name="search" size={22} />
      </Link>
      <Suspense>{Dialog ? <Dialog close={() => setDialog(undefined)} /> : null}</Suspense>
    </>
  )
}
