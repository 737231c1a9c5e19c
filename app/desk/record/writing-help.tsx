import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { findTypographyErrors } from '../../features/content/checks/arabic-typography.ts'
import { cleanText } from '../../features/revisions/clean-text.ts'
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

/** Reading all texts after each key would make typing in a long article slow. */
const AFTER_TYPING_MS = 300

/** Calls it once nobody has typed into the form for a moment. @returns ends that */
function afterTyping(form: HTMLElement, look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, AFTER_TYPING_MS)
  }
  form.addEventListener('input', wait)
  return () => {
    clearTimeout(timer)
    form.removeEventListener('input', wait)
  }
}

type Note = { host: HTMLElement; slips: ReturnType<typeof findTypographyErrors> }

/** What a careful reader would notice in the Arabic texts of the form, below each field while it is typed. */
export function ArabicNotes({ formId }: { formId: string }) {
  const t = useDeskTexts('frame').writing
  const [notes, setNotes] = useState<Note[]>([])
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!form) return
    const hosts = new Map<TextControl, HTMLElement>()
    const look = () => {
      const fields = [...form.querySelectorAll<TextControl>('[lang=ar]')].filter(isText)
      setNotes(
        fields.flatMap((field) => {
          const slips = findTypographyErrors(field.value)
          if (slips.length === 0 && !hosts.has(field)) return []
          const host = hosts.get(field) ?? hostBelow(field)
          hosts.set(field, host)
          return [{ host, slips }]
        }),
      )
    }
    look()
    const end = afterTyping(form, look)
    return () => {
      end()
      for (const host of hosts.values()) host.remove()
    }
  }, [formId])
  return notes.map(({ host, slips }) =>
    createPortal(
      slips.map(({ slip, around }) => (
        <p key={slip}>
          {t.advices[slip]} · <bdi lang="ar">{around}</bdi>
        </p>
      )),
      host,
    ),
  )
}

/** Where the advice about a field stands: last in what holds it, where React keeps nothing of its own. */
function hostBelow(field: TextControl): HTMLElement {
  const host = document.createElement('div')
  host.className = styles.advice!
  host.role = 'status'
  const side = field.closest('[data-side]') ?? field.parentElement
  side?.append(host)
  return host
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
    return afterTyping(form, read)
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
