import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { wasChangedEarly } from '../../ui/use-early-change.ts'
import styles from './faq-search.module.css'

const TYPING_PAUSE_MS = 200

/** Searches the questions: as a form without scripts, while typing with scripts. */
export function FaqSearch({ term }: { term: string }) {
  const t = useTexts('innerPages').faq
  const links = linksFor(useLang())
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isMounted = useRef(false)
  useEffect(() => () => clearTimeout(pause.current), [])
  const show = useEffectEvent((given: string) => {
    const typing = field.current === document.activeElement || pause.current !== undefined
    const isTypedEarly = !isMounted.current && field.current !== null && wasChangedEarly(field.current)
    isMounted.current = true
    // After going back, the field is set to the term of the list. It is not changed while the visitor types, and what was
    // typed before the scripts ran is searched now.
    if (typing || isTypedEarly) searchSoon()
    else if (field.current) field.current.value = given
  })
  useEffect(() => show(term), [term])

  function search() {
    clearTimeout(pause.current)
    pause.current = undefined
    const wanted = field.current?.value.trim() ?? ''
    if (wanted !== term) void navigate(links.faqSearch(wanted), { replace: true, preventScrollReset: true })
  }

  function searchSoon() {
    clearTimeout(pause.current)
    pause.current = setTimeout(search, TYPING_PAUSE_MS)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search()
  }

  return (
    <Form
      method="get"
      action={links.faq}
      role="search"
      aria-label={t.searchForm}
      className={styles.search}
      onSubmit={submit}
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
          onInput={({ nativeEvent }) => {
            if (!(nativeEvent as InputEvent).isComposing) searchSoon()
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
