import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useFetcher, useLocation, useNavigate } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { deskLink } from '../desk-links.ts'
import type { Found } from '../pages/find-page.tsx'
import { paletteEntriesFor } from '../palette-entries.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './palette.module.css'

const WAIT_MS = 120

type Choice = { kind: string; title: string; note: string; href: string }

/**
 * Finds any record or page of the desk. Ctrl+K opens it, by the physical key, so that it works on an Arabic keyboard, too;
 * without scripts the same form leads to a page with the results.
 */
export function Palette({ rights }: { rights: readonly string[] }) {
  const t = useDeskTexts('frame')
  const lang = useLang()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <Link
        to={deskLink(lang, 'find')}
        className={styles.open}
        onClick={(event) => {
          event.preventDefault()
          dialog.current?.showModal()
        }}
      >
        <Icon name="search" size={20} />
        <span>{t.find.open}</span>
        <kbd>
          <bdi dir="ltr">Ctrl K</bdi>
        </kbd>
      </Link>
      <dialog ref={dialog} className={styles.dialog} aria-label={t.find.label}>
        <Finder rights={rights} onLeave={() => dialog.current?.close()} />
      </dialog>
    </>
  )
}

function Finder({ rights, onLeave }: { rights: readonly string[]; onLeave: () => void }) {
  const t = useDeskTexts('frame')
  const lang = useLang()
  const id = useId()
  const navigate = useNavigate()
  const { key } = useLocation()
  const { load, data, state } = useFetcher<{ found: Found[] }>()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const query = typed.trim()

  useEffect(() => {
    if (query.length < 2) return
    const timer = setTimeout(() => void load(deskLink(lang, 'find', { query })), WAIT_MS)
    return () => clearTimeout(timer)
  }, [query, lang, load])
  // Closes after a navigation.
  const place = useRef(key)
  useEffect(() => {
    if (place.current !== key) onLeave()
    place.current = key
  }, [key, onLeave])

  const places: Choice[] = paletteEntriesFor(rights, t, query).map(({ kind, title, path }) => ({
    ...{ kind: t.find.kinds[kind], title, note: '', href: deskLink(lang, path) },
  }))
  const found = query.length < 2 ? [] : (data?.found ?? [])
  const choices: Choice[] = [
    ...places,
    ...found.map(({ kind, title, note, path }) => ({
      kind: t.find.kinds[kind],
      title,
      note,
      href: deskLink(lang, path),
    })),
  ]
  const current = choices[Math.min(chosen, choices.length - 1)]

  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || choices.length === 0) return
    event.preventDefault()
    setChosen((Math.min(chosen, choices.length - 1) + step + choices.length) % choices.length)
  }
  function go(event: FormEvent) {
    event.preventDefault()
    if (current) void navigate(current.href)
    onLeave()
  }

  return (
    <form className={styles.finder} onSubmit={go} action={deskLink(lang, 'find')}>
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          name="query"
          type="search"
          role="combobox"
          aria-label={t.find.label}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${choices.indexOf(current)}` : undefined}
          placeholder={t.find.hint}
          autoComplete="off"
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={move}
        />
        <button type="button" aria-label={t.find.close} onClick={onLeave}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t.find.label} className={styles.list}>
        {choices.map((choice, index) => (
          <Link
            key={`${choice.kind} ${choice.title} ${choice.note}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice === current}
            tabIndex={-1}
            to={choice.href}
            className={styles.choice}
            onPointerMove={() => setChosen(index)}
          >
            <span className={styles.kind}>{choice.kind}</span>
            <bdi>{choice.title}</bdi>
            <bdi className={styles.note}>{choice.note}</bdi>
          </Link>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {query.length >= 2 && state === 'idle' && choices.length === 0 ? t.find.none : null}
      </p>
    </form>
  )
}
