import { useEffect, useRef } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { useAssetUrl } from '../../ui/asset-url.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useBackCloses } from '../../ui/navigation/use-back-closes.ts'
import type { Film } from '../pages/contract.ts'
import styles from './film.module.css'

/** Languages by their own names, in every language of the page. */
const NAMES = { ar: 'العربية', en: 'English' }

type Props = { film: Film; title: string; open: boolean; onClose: () => void }

/** The film in a dialog. After closing, the player stays in the page, paused and rewound. */
export function FilmDialog({ film, title, open, onClose }: Props) {
  const t = useTexts('ui')
  const lang = useLang()
  const assetUrl = useAssetUrl()
  const dialog = useRef<HTMLDialogElement>(null)
  const player = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (!open) return
    if (!dialog.current!.open) dialog.current!.showModal()
    // If the browser blocks autoplay, the controls are still there.
    player.current!.play().catch(() => {})
  }, [open])
  useEffect(() => {
    const film = player.current!
    return () => film.pause()
  }, [])

  useBackCloses(dialog, open)

  const rewind = () => {
    player.current!.pause()
    player.current!.currentTime = 0
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this handles clicks on the backdrop
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
        {/* From our own host: browsers load captions from another host only with CORS. */}
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
