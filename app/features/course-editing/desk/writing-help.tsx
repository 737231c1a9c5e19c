import { useEffect, useState } from 'react'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { findSlips, type Slip } from '../../content/arabic-typography.ts'
import { cleanText } from '../clean-text.ts'
import styles from './course-desk.module.css'

type TextControl = HTMLInputElement | HTMLTextAreaElement
const isText = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Texts that are pasted into the form lose what word processors put into them; the browser can undo it as usual. */
export function useCleanPaste(formId: string) {
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!form) return
    const clean = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      const text = cleanText(pasted)
      if (!isText(event.target) || text === pasted) return
      event.preventDefault()
      // The only way to insert text that keeps the browser's own undo.
      document.execCommand('insertText', false, text)
    }
    form.addEventListener('paste', clean)
    return () => form.removeEventListener('paste', clean)
  }, [formId])
}

type Note = { id: string; slip: Slip; around: string }

/** What a careful reader would notice in the Arabic texts of the form, while they are typed. */
export function ArabicNotes({ formId }: { formId: string }) {
  const t = useDeskTexts('courses')
  const [notes, setNotes] = useState<Note[]>([])
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!form) return
    const look = () => {
      const fields = [...form.querySelectorAll<TextControl>('[lang=ar]')].filter(isText)
      setNotes(fields.flatMap(({ id, value }) => findSlips(value).map((found) => ({ id, ...found }))))
    }
    look()
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [formId])
  if (notes.length === 0) return null
  return (
    <Alert kind="info" title={t.advice}>
      <ul className={styles.plain}>
        {notes.slice(0, 8).map(({ id, slip, around }) => (
          <li key={`${id} ${slip}`}>
            <a href={`#${id}`}>{t.advices[slip]}</a>: <bdi lang="ar">{around}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The course as a search engine shows it, in both languages, while it is typed. */
export function SearchResult({ formId, address }: { formId: string; address: string }) {
  const t = useDeskTexts('courses')
  const [texts, setTexts] = useState<Record<string, string>>({})
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const read = () => {
      const all = new FormData(form)
      const text = (name: string) => String(all.get(name) ?? '').trim()
      const one = (lang: string) => ({
        [`title.${lang}`]: text(`seoTitle.${lang}`) || text(`name.${lang}`),
        [`description.${lang}`]: text(`seoDescription.${lang}`) || text(`summary.${lang}`),
      })
      setTexts({ ...one('ar'), ...one('en') })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [formId])
  return (
    <div className={styles.part}>
      <p>{t.seoPreview}</p>
      <div className={styles.pair}>
        {(['ar', 'en'] as const).map((lang) => (
          <div key={lang} className={styles.result} lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
            <small dir="ltr">{address.replace('{lang}', lang)}</small>
            <strong>{texts[`title.${lang}`]}</strong>
            <p>{texts[`description.${lang}`]}</p>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The pictures that social networks show beside a link to the course; they show what was saved last. */
export function SharePictures({ courseId, version }: { courseId: number; version: string }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  return (
    <div className={styles.part}>
      <p>
        {t.sharePicture}. <small>{t.sharePictureHint}</small>
      </p>
      <div className={styles.pair}>
        {(['ar', 'en'] as const).map((of) => (
          <img
            key={of}
            // The version is in the address so that a saved change is drawn anew.
            src={deskLink(lang, `courses/${courseId}/share/${of}`, { version })}
            alt={`${t.sharePicture} (${t.languages[of]})`}
            width={1200}
            height={630}
            loading="lazy"
            className={styles.sharePicture}
          />
        ))}
      </div>
    </div>
  )
}
