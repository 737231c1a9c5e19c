import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { RESTORED } from '../drafts/draft-store.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './rich-text.module.css'
import type { RichText } from './rich-text.ts'
import { Toolbar } from './toolbar.tsx'

/**
 * A text area of Markdown, with an editor before it. Without scripts, or for a text that the editor cannot show, the
 * text area is the field; it always holds the text, so that the form saves, keeps and compares it as any other.
 */
export function RichTextField({ label, ...area }: ComponentProps<'textarea'> & { label: string }) {
  const t = useDeskTexts('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<RichText>()
  const [isSource, setSource] = useState(false)
  const [canShow, setCanShow] = useState(true)
  const [, setMoves] = useState(0)
  const lang = area.lang === 'ar' ? 'ar' : 'en'
  const pictureText = t.picture

  useEffect(() => {
    const [area, element] = [field.current, place.current]
    if (!area || !element || area.matches(':disabled')) return
    let made: RichText | undefined
    let isGone = false
    const write = (markdown: string) => {
      area.value = markdown
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const read = () => setCanShow(made?.show(area.value) ?? false)
    // A reset gives the field its value after the event.
    const reset = () => setTimeout(read)
    import('./rich-text.ts').then(({ startRichText }) => {
      if (isGone) return
      made = startRichText({
        ...{ element, text: area.defaultValue, lang, label, pictureText, onChange: write },
        onMove: () => setMoves((moves) => moves + 1),
      })
      // What was typed before and kept in this browser is in the field already.
      if (made && area.value !== area.defaultValue) read()
      setCanShow(made !== undefined)
      setText(made)
    })
    area.addEventListener(RESTORED, read)
    area.form?.addEventListener('reset', reset)
    return () => {
      isGone = true
      area.removeEventListener(RESTORED, read)
      area.form?.removeEventListener('reset', reset)
      made?.end()
    }
  }, [lang, label, pictureText])

  const isRich = text !== undefined && !isSource && canShow
  function toggle() {
    if (isSource && field.current) setCanShow(text?.show(field.current.value) ?? false)
    setSource(!isSource)
  }
  return (
    <div className={styles.field}>
      {text ? (
        <Toolbar editor={text.editor} isRich={isRich} isSource={isSource || !canShow} onToggle={toggle} label={label} />
      ) : null}
      {text && !canShow ? <p className={styles.note}>{t.sourceOnly}</p> : null}
      <div ref={place} className={styles.text} hidden={!isRich} />
      <textarea
        {...area}
        ref={field}
        className={isRich ? 'visually-hidden' : area.className}
        tabIndex={isRich ? -1 : undefined}
        // The label and the errors of the form lead here.
        onFocus={() => isRich && text.editor.commands.focus()}
      />
    </div>
  )
}
