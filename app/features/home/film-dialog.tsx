import { useEffect, useRef } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { useAssetUrl } from '../../ui/asset-url.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Film } from '../pages/contract.ts'
import styles from './film.module.css'

/** Languages by their own names, whoever reads. */
const NAMES = { ar: 'العربية', en: 'English' }

type Props = { film: Film; title: string; open: boolean; onClose: () => void }

/** The film over the page. It stays after it was closed, stopped and at its beginning. */
export function FilmDialog({ film, title, open, onClose }: Props) {
  const t = useTexts('ui')
  const lang = useLang()
  const assetUrl = useAssetUrl()
  const dialog = useRef<HTMLDialogElement>(null)
  const player = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (!open) return
    if (!dialog.current!.open) dialog.current!.showModal()
    // Who may not play it at once still has the controls.
    player.current!.play().catch(() => {})
  }, [open])
  useEffect(() => {
    const film = player.current!
    return () => film.pause()
  }, [])

  const rewind = () => {
    player.current!.pause()
    player.current!.currentTime = 0
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the pointer's way
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      onClose={rewind}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.head}>
        <p>{title}</p>
        <button type="button" aria-label={t.close} onClick={() => dialog.current!.close()}>
          <Icon name="close" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks are made from the film's own list */}
      <video
        ref={player}
        className={styles.frame}
        controls
        playsInline
        preload="none"
        poster={assetUrl(film.poster)}
        width={1280}
        height={720}
      >
        {film.sources.map(({ src, type }) => (
          <source key={src} src={assetUrl(src)} type={type} />
        ))}
        {/* From our own host: a browser takes captions of another one only with its consent. */}
        {film.captions.map(({ lang: spoken, src }) => (
          <track
            key={src}
            kind="captions"
            src={src}
            srcLang={spoken}
            label={NAMES[spoken]}
            default={spoken === lang && lang !== 'ar'}
          />
        ))}
      </video>
    </dialog>
  )
}
