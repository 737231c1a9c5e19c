import { lazy, Suspense, type SyntheticEvent, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { useAssetUrl } from '../../ui/asset-url.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Film } from '../pages/contract.ts'
import styles from './film.module.css'

const FilmDialog = lazy(async () => ({ default: (await import('./film-dialog.tsx')).FilmDialog }))

/** Plays the film in a dialog, or without scripts in the browser's own player. */
export function FilmLink({ film, address }: { film: Film; address: string }) {
  const t = useTexts('pages').home
  const assetUrl = useAssetUrl()
  const scripts = useScripts()
  const link = useRef<HTMLAnchorElement>(null)
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  const open = (event: SyntheticEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    link.current!.focus()
  }
  return (
    <>
      <a
        ref={link}
        className={styles.play}
        href={assetUrl(address)}
        aria-label={t.playFilm}
        data-replay
        role={scripts ? 'button' : undefined}
        onClick={open}
        onKeyDown={(event) => event.key === ' ' && open(event)}
      >
        <Icon name="play" size={34} />
      </a>
      {isOpen !== undefined && (
        <Suspense>
          <FilmDialog film={film} title={t.playFilm} open={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
