import { useEffect, useState } from 'react'
import { findSlips, type Slip } from '../../features/content/arabic-typography.ts'
import { cleanText } from '../../features/revisions/clean-text.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useDeskTexts } from '../texts.tsx'
import styles from './record.module.css'

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
  const t = useDeskTexts('frame').writing
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

/**
 * The page as a search engine shows it, in both languages, while it is typed.
 * @param titleName of the field that is the title where no other is written
 */
export function SearchResult({ formId, address, titleName }: { formId: string; address: string; titleName: string }) {
  const t = useDeskTexts('frame').writing
  const [texts, setTexts] = useState<Record<string, string>>({})
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const read = () => {
      const all = new FormData(form)
      const text = (name: string) => String(all.get(name) ?? '').trim()
      const one = (lang: string) => ({
        [`title.${lang}`]: text(`seoTitle.${lang}`) || text(`${titleName}.${lang}`),
        [`description.${lang}`]: text(`seoDescription.${lang}`) || text(`summary.${lang}`),
      })
      setTexts({ ...one('ar'), ...one('en') })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [formId, titleName])
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
