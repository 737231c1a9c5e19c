import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { useDeskTexts } from '../texts.tsx'
import styles from './keys.module.css'

const STORED = 'desk-keys'
const OFF = 'off'
const TYPING = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])'

/** On also where the browser keeps nothing. */
function areOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== OFF
  } catch {
    return true
  }
}

function keep(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, OFF)
  } catch {
    // Blocked by the browser's settings: the choice lasts as long as the page.
  }
}

/**
 * Single keys for lists: by the physical key, so that they work on an Arabic keyboard, and never while somebody types.
 * They can be switched off (WCAG 2.1.4).
 */
export function Keys() {
  const t = useDeskTexts('frame').keys
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (document.querySelector('dialog[open]')) return
      const act = event.code === 'Slash' && event.shiftKey ? () => dialog.current?.showModal() : ACTS[event.code]
      if (!act || (event.shiftKey && event.code !== 'Slash') || !areOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">{t.title}</h2>
      <KeysHelp id="dialog-keys" />
      <form method="dialog">
        <Button type="submit" variant="quiet" size="small">
          {t.close}
        </Button>
      </form>
    </dialog>
  )
}

const ACTS: Partial<Record<string, () => void>> = {
  Slash: toSearch,
  KeyJ: () => move(1),
  KeyK: () => move(-1),
  KeyX: () => currentRow()?.querySelector<HTMLInputElement>('[type=checkbox]')?.click(),
}

function toSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main [role=search] [type=search]')
  field?.focus()
  field?.select()
}

/** Rows of a table, and of a list that says so. */
const ROWS = 'main :is(tbody tr, [data-row])'
const currentRow = () => document.activeElement?.closest(ROWS)

/** Focuses the link of the next row, or of the one before; from elsewhere the first or the last row. */
function move(step: 1 | -1): void {
  const links = [...document.querySelectorAll(ROWS)].flatMap((row) => row.querySelector('a') ?? [])
  const row = currentRow()
  const place = links.findIndex((link) => row?.contains(link))
  const next = place < 0 ? (step > 0 ? 0 : links.length - 1) : place + step
  links[next]?.focus()
}

/** The keys and their switch. @param id of the switch */
export function KeysHelp({ id }: { id: string }) {
  const t = useDeskTexts('frame').keys
  const [isOn, setIsOn] = useState<boolean>()
  // What this browser remembers is not known on the server.
  useEffect(() => setIsOn(areOn()), [])
  return (
    <div className={styles.help}>
      <dl>
        {t.list.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd dir="ltr">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        name="keys"
        id={id}
        label={t.on}
        hint={t.onHint}
        checked={isOn ?? true}
        disabled={isOn === undefined}
        onChange={({ target }) => {
          keep(target.checked)
          setIsOn(target.checked)
        }}
      />
    </div>
  )
}
