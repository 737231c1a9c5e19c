import { type FormEvent, useEffect, useRef } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './faq-search.module.css'

const TYPING_PAUSE = 200

/** Searches the questions: as a form without scripts, while typing with them. */
export function FaqSearch({ term }: { term: string }) {
  const t = useTexts('innerPages').faq
  const links = linksFor(useLang())
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // After a step back the field must say what the list shows; what is being typed is left alone.
    if (field.current && field.current !== document.activeElement) field.current.value = term
  }, [term])

  function search(event: FormEvent) {
    event.preventDefault()
    clearTimeout(pause.current)
    const wanted = field.current?.value.trim() ?? ''
    if (wanted !== term) void navigate(links.faqSearch(wanted), { replace: true, preventScrollReset: true })
  }

  return (
    <Form
      method="get"
      action={links.faq}
      role="search"
      aria-label={t.searchForm}
      className={styles.search}
      onSubmit={search}
    >
      <label className={styles.term}>
        <span className="visually-hidden">{t.search}</span>
        <Icon name="search" size={20} />
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={term}
          placeholder={t.searchPlaceholder}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onInput={(event) => {
            clearTimeout(pause.current)
            if ((event.nativeEvent as InputEvent).isComposing) return
            pause.current = setTimeout(() => search(event), TYPING_PAUSE)
          }}
        />
      </label>
      <Button type="submit">{t.submit}</Button>
      {term && (
        <Link to={links.faq} className={styles.clear} preventScrollReset>
          {t.clear}
        </Link>
      )}
    </Form>
  )
}
