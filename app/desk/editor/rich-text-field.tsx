import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { sendPicture } from '../../features/pictures/send-picture.ts'
import { useLang } from '../../locales/texts.tsx'
import { RESTORED } from '../drafts/draft-store.ts'
import { useDeskTexts } from '../texts.tsx'
import { type Picked, PicturePicker } from '../ui/picture-picker.tsx'
import styles from './rich-text.module.css'
import type { RichText } from './rich-text.ts'
import { Toolbar } from './toolbar.tsx'

/**
 * A text area of Markdown, with an editor before it. Without scripts, or for a text that the editor cannot show, the
 * text area is the field; it always holds the text, so that the form saves, keeps and compares it as any other.
 */
export function RichTextField({
  label,
  takesPictures = false,
  hasOwnDirection = false,
  ...area
}: ComponentProps<'textarea'> & {
  label: string
  /** Whether pages show pictures in this text. */
  takesPictures?: boolean
  /** Whether pages show its blocks in the direction of its language, whatever word they begin with. */
  hasOwnDirection?: boolean
}) {
  const t = useDeskTexts('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<RichText>()
  const [isSource, setSource] = useState(false)
  const [canShow, setCanShow] = useState(true)
  const [, setMoves] = useState(0)
  const [isPicking, setPicking] = useState(false)
  const [sending, setSending] = useState('')
  const deskLang = useLang()
  const made = useRef<RichText>(undefined)
  const lang = area.lang === 'ar' ? 'ar' : 'en'
  const { picture: pictureText, pictureSent, pictureLost } = t

  /** In the words of this text's language. */
  const insert = useCallback(
    ({ address, alt }: Picked) => {
      const words = lang === 'ar' ? alt?.ar : alt?.en
      made.current?.insertPicture({ src: address, alt: words ?? '' })
    },
    [lang],
  )
  const upload = useCallback(
    async (files: File[]) => {
      for (const file of files) {
        setSending(pictureSent(file.name))
        const result = await sendPicture(file, deskLang, () => undefined)
        if (result === 'lost') return setSending(pictureLost)
        if ('refusal' in result) return setSending(result.refusal)
        insert(result.picture)
      }
      setSending('')
    },
    [deskLang, insert, pictureSent, pictureLost],
  )

  useEffect(() => {
    const [area, element] = [field.current, place.current]
    if (!area || !element || area.matches(':disabled')) return
    let isGone = false
    const write = (markdown: string) => {
      area.value = markdown
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const read = () => setCanShow(made.current?.show(area.value) ?? false)
    // A reset gives the field its value after the event.
    const reset = () => setTimeout(read)
    import('./rich-text.ts').then(({ startRichText }) => {
      if (isGone) return
      made.current = startRichText({
        ...{ element, text: area.defaultValue, lang, label, pictureText, hasOwnDirection, onChange: write },
        ...(takesPictures && { onFiles: (files: File[]) => void upload(files) }),
        onMove: () => setMoves((moves) => moves + 1),
      })
      // What was typed before and kept in this browser is in the field already.
      if (made.current && area.value !== area.defaultValue) read()
      setCanShow(made.current !== undefined)
      setText(made.current)
    })
    area.addEventListener(RESTORED, read)
    area.form?.addEventListener('reset', reset)
    return () => {
      isGone = true
      area.removeEventListener(RESTORED, read)
      area.form?.removeEventListener('reset', reset)
      made.current?.end()
    }
  }, [lang, label, pictureText, takesPictures, hasOwnDirection, upload])

  const isRich = text !== undefined && !isSource && canShow
  // Who was typing when the editor arrived goes on in it: the field below is no longer seen.
  useEffect(() => {
    if (!isRich || document.activeElement !== field.current) return
    text.editor.commands.setTextSelection(text.editor.state.doc.content.size)
    text.editor.view.focus()
  }, [isRich, text])
  function toggle() {
    if (isSource && field.current) setCanShow(text?.show(field.current.value) ?? false)
    setSource(!isSource)
  }
  return (
    <div className={styles.field}>
      {text ? (
        <Toolbar
          editor={text.editor}
          isRich={isRich}
          isSource={isSource || !canShow}
          onToggle={toggle}
          {...(takesPictures && { onPicture: () => setPicking(true) })}
          label={label}
        />
      ) : null}
      {text && !canShow ? <p className={styles.note}>{t.sourceOnly}</p> : null}
      <p role="status" className={styles.note}>
        {sending}
      </p>
      {isPicking ? (
        <PicturePicker
          onClose={() => setPicking(false)}
          onPick={(picture) => {
            setPicking(false)
            insert(picture)
          }}
        />
      ) : null}
      <div ref={place} className={styles.text} hidden={!isRich} />
      <textarea
        {...area}
        ref={field}
        className={isRich ? 'visually-hidden' : area.className}
        tabIndex={isRich ? -1 : undefined}
        aria-hidden={isRich || undefined}
        // The label and the errors of the form lead here. At once: the command `focus` waits for the next frame, in which
        // somebody may be in another field already.
        onFocus={() => isRich && text.editor.view.focus()}
      />
    </div>
  )
}
