import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sendPicture } from '../../features/pictures/send-picture.ts'
import { useLang } from '../../locales/texts.tsx'
import { RESTORED } from '../drafts/draft-store.ts'
import { useDeskTexts } from '../texts.tsx'
import { type Picked, PicturePicker } from '../ui/picture-picker.tsx'
import styles from './rich-text.module.css'
import type { RichText } from './rich-text.ts'
import { Toolbar } from './toolbar.tsx'

/**
 * Editors whose fields are made anew, by the place of the page: once a form is saved, its fields come with what the record
 * has now. Who saves while writing goes on in the same editor.
 */
const left = new Map<string, RichText>()

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

  // Before the page moves the focus, as it does after a navigation from where the focus was lost.
  useLayoutEffect(() => {
    const [area, element] = [field.current, place.current]
    if (!area || !element || area.matches(':disabled')) return
    let isGone = false
    const at = `${location.pathname} ${area.name} ${label}`
    const write = (markdown: string) => {
      area.value = markdown
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // What is shown already stays as it is, with the caret in it and its steps to undo.
    const read = () => {
      const shown = made.current
      if (shown && !isGone) setCanShow(shown.text() === area.value || shown.show(area.value))
    }
    // A reset gives the field its value after the event.
    const reset = () => setTimeout(read)
    const listeners = {
      onChange: write,
      onMove: () => setMoves((moves) => moves + 1),
      ...(takesPictures && { onFiles: (files: File[]) => void upload(files) }),
    }
    const former = left.get(at)
    left.delete(at)
    if (former) {
      made.current = former
      // What is hidden takes no focus.
      element.hidden = false
      former.moveTo(element, listeners)
      setText(former)
      // Once the form has put back what was typed after it was sent.
      setTimeout(read)
    } else {
      import('./rich-text.ts').then(({ startRichText }) => {
        if (isGone) return
        const text = area.defaultValue
        made.current = startRichText({ element, text, lang, label, pictureText, hasOwnDirection, ...listeners })
        setCanShow(made.current !== undefined)
        // What was typed before and kept in this browser is in the field already. The page shows the editor in this same
        // task, so that no key falls between the two.
        flushSync(() => {
          read()
          setText(made.current)
        })
      })
    }
    area.addEventListener(RESTORED, read)
    area.form?.addEventListener('reset', reset)
    return () => {
      isGone = true
      area.removeEventListener(RESTORED, read)
      area.form?.removeEventListener('reset', reset)
      const text = made.current
      if (!text) return
      text.leave()
      left.set(at, text)
      setTimeout(() => {
        if (left.get(at) !== text) return
        left.delete(at)
        text.end()
      })
    }
  }, [lang, label, pictureText, takesPictures, hasOwnDirection, upload])

  const isRich = text !== undefined && !isSource && canShow
  // Who was typing when the editor arrived goes on in it, where they were: the field below is no longer seen.
  useLayoutEffect(() => {
    const area = field.current
    if (isRich && area && document.activeElement === area) text.focusAfter(area.value.slice(0, area.selectionEnd))
  }, [isRich, text])
  function toggle() {
    const typed = field.current?.value
    const isWritten = isSource || !canShow
    if (isWritten && text && typed !== undefined) setCanShow(text.text() === typed || text.show(typed))
    setSource(!isWritten)
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
        className={isRich ? `visually-hidden ${styles.behind}` : area.className}
        tabIndex={isRich ? -1 : undefined}
        aria-hidden={isRich || undefined}
        // The label and the errors of the form lead here. At once: the command `focus` waits for the next frame, in which
        // somebody may be in another field already.
        onFocus={() => isRich && text.editor.view.focus()}
      />
    </div>
  )
}
