import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useBackCloses } from '../../ui/navigation/use-back-closes.ts'
import styles from './search-dialog.module.css'
import { SearchForm } from './search-form.tsx'

/** The search dialog of every page; it closes after a navigation. */
export default function SearchDialog(props: { close: () => void }) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

function Dialog({ close }: { close: () => void }) {
  const t = useTexts('search')
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)

  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    if (key !== openedAt.current) dialog.current?.close()
  }, [key])
  useBackCloses(dialog)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t.label}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className={styles.inside}>
        <SearchForm>
          <button type="button" className={styles.close} aria-label={t.close} onClick={() => dialog.current?.close()}>
            <Icon name="close" size={24} />
          </button>
        </SearchForm>
      </div>
    </dialog>
  )
}
