import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useBackCloses } from '../../ui/navigation/use-back-closes.ts'
import Brand from '../brand.tsx'
import type { HeaderData } from '../shell-data.ts'
import styles from './side-menu.module.css'
import SideMenuCourses from './side-menu-courses.tsx'
import SideMenuFields, { type Field } from './side-menu-fields.tsx'
import SideMenuMain from './side-menu-main.tsx'

/** The main list, the specializations, or the courses of one specialization. */
type View = 'main' | 'fields' | Field

const FOCUSABLE = 'a[href], button:not([disabled])'

/**
 * The side menu with its three levels, over the page. It is mounted anew on each opening, so it starts at the main list.
 * @param onClosed returns the focus
 */
export default function SideMenu({ onClosed, ...shell }: HeaderData & { onClosed: () => void }) {
  const t = useTexts('sideMenu')
  const ui = useTexts('ui')
  const [{ view, from }, setPlace] = useState<{ view: View; from?: View }>({ view: 'main' })
  const dialog = useOpenDialog()
  const content = useRef<HTMLDivElement>(null)
  const back = backFrom(view)
  useFocusOnChange(content, from)
  useCloseOnNavigation(dialog)
  useBackCloses(dialog)
  const pressedOutside = useRef(false)

  const close = () => dialog.current?.close()
  const go = (to: View) => setPlace({ view: to, from: view })
  function pressBegins(event: PointerEvent) {
    pressedOutside.current = event.target === dialog.current
  }
  function press(event: MouseEvent) {
    const outside = event.target === dialog.current && pressedOutside.current
    const leaves = (event.target as Element).closest('a') && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (outside || leaves) close()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={t.label}
      onPointerDown={pressBegins}
      onClick={press}
      onKeyDown={keepFocusInside}
      onClose={onClosed}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          {back ? (
            <button type="button" className={styles.back} onClick={() => go(back)}>
              <Icon name="arrow-back" />
              {back === 'main' ? t.backToMenu : t.backToFields}
            </button>
          ) : (
            <Brand />
          )}
          <button type="button" className={styles.close} aria-label={ui.close} onClick={close}>
            <Icon name="close" size={26} />
          </button>
        </div>
        <div ref={content} className={styles.content} key={nameOf(view)}>
          {view === 'main' ? (
            <SideMenuMain {...shell} onPrograms={() => go('fields')} />
          ) : view === 'fields' ? (
            <SideMenuFields fields={shell.specializations} onChoose={go} />
          ) : (
            <SideMenuCourses field={view} />
          )}
        </div>
      </div>
    </dialog>
  )
}

const nameOf = (view: View) => (typeof view === 'string' ? view : `field-${view.id}`)

function backFrom(view: View): View | undefined {
  if (view === 'main') return undefined
  return view === 'fields' ? 'main' : 'fields'
}

function useOpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current!
    const root = document.documentElement
    root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth)
    if (!element.open) element.showModal()
    return () => element.close()
  }, [])
  return dialog
}

function useCloseOnNavigation(dialog: RefObject<HTMLDialogElement | null>) {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current) dialog.current?.close()
  }, [key, dialog])
}

/** Going in, the focus moves to the new level's heading; going back, to the entry that was chosen. */
function useFocusOnChange(content: RefObject<HTMLDivElement | null>, from: View | undefined) {
  useEffect(() => {
    const level = content.current
    if (from === undefined || !level) return
    const chosen = level.querySelector<HTMLElement>(`[data-leads-to="${nameOf(from)}"]`)
    if (!chosen) level.parentElement!.scrollTo(0, 0)
    const target = chosen ?? level.querySelector<HTMLElement>('h2')
    target?.focus()
  }, [from, content])
}

/** A modal dialog lets Tab move on to the browser's toolbars; here it wraps within the dialog. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== edge) return
  event.preventDefault()
  other?.focus()
}
