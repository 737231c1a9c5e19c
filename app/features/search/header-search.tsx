import { type ComponentType, type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

/** The header's link to the search page; with scripts it opens the search dialog. */
export function HeaderSearch({ label, className }: { label: string; className: string | undefined }) {
  const to = linksFor(useLang()).search()
  const [Dialog, setDialog] = useState<ComponentType<{ close: () => void }>>()
  const [isComing, setComing] = useState(false)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    setComing(true)
    import('./search-dialog.tsx').then(
      (part) => {
        setDialog(() => part.default)
        setComing(false)
      },
      () => location.assign(to),
    )
  }
  return (
    <>
      <Link to={to} aria-label={label} className={className} aria-busy={isComing || undefined} onClick={open}>
        <Icon name="search" size={22} />
      </Link>
      {Dialog && <Dialog close={() => setDialog(undefined)} />}
    </>
  )
}
