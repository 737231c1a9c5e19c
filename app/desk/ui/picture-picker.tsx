import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFetcher } from 'react-router'
import type { MediaCard } from '../../features/media/contract.ts'
import { MediaThumb } from '../../features/pictures/media-thumb.tsx'
import { sendPicture } from '../../features/pictures/send-picture.ts'
import { inLang } from '../../locales/localized.ts'
import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './picture-picker.module.css'

export type Picked = Pick<MediaCard, 'address' | 'alt'>

/** A dialog to choose a picture of the media library, or to upload one. Outside of the form that it is opened from. */
export function PicturePicker({ onPick, onClose }: { onPick: (picture: Picked) => void; onClose: () => void }) {
  const t = useDeskTexts('media').picker
  const lang = useLang()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { load, data } = useFetcher<{ list: { items: MediaCard[] } }>()
  const [state, setState] = useState<{ isSending: boolean; refusal?: string }>({ isSending: false })
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => void load(deskLink(lang, 'media')), [lang, load])

  function search(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const query = event.currentTarget.value.trim()
    void load(deskLink(lang, 'media', query ? { query } : {}))
  }
  async function upload(file: File | undefined) {
    if (!file) return
    setState({ isSending: true })
    const result = await sendPicture(file, lang, () => undefined)
    if (result === 'lost') return setState({ isSending: false, refusal: t.lost })
    if ('refusal' in result) return setState({ isSending: false, refusal: result.refusal })
    onPick(result.picture)
  }
  const items = data?.list.items.filter(({ kind }) => kind !== 'film')
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{t.title}</h2>
        <Button variant="plain" size="small" icon="close" onClick={() => dialog.current?.close()}>
          {t.close}
        </Button>
      </header>
      <search>
        <TextField
          name="query"
          id={`${id}-query`}
          label={t.search}
          type="search"
          dir="auto"
          onKeyDown={search}
          required
        />
      </search>
      {items?.length === 0 ? <p>{t.none}</p> : null}
      <ul className={styles.grid}>
        {items?.map((item) => (
          <li key={item.id}>
            <button type="button" onClick={() => onPick(item)}>
              <MediaThumb address={item.address} kind={item.kind} alt={item.alt ? inLang(item.alt, lang) : ''} />
              <bdi>{item.fileName}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <TextField
        name="file"
        id={`${id}-file`}
        label={t.upload}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        disabled={state.isSending}
        required
        onChange={({ target }) => void upload(target.files?.[0])}
      />
      <p role="status">{state.isSending ? t.sending : null}</p>
      {state.refusal ? <Alert kind="error">{state.refusal}</Alert> : null}
    </dialog>,
    document.body,
  )
}
