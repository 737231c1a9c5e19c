import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './field-courses.module.css'

/** Courses that could not be loaded, with a retry. */
export function LoadFailure({ text, retry }: { text: string; retry: () => void }) {
  const t = useTexts('header')
  return (
    <div className={styles.failed} role="alert">
      <Icon name="warning" size={26} />
      <p>{text}</p>
      <Button
        variant="quiet"
        size="small"
        onClick={(event) => {
          // The button disappears, so the focus moves to the entry of the menu.
          event.currentTarget.closest('li')?.querySelector('button')?.focus()
          retry()
        }}
      >
        {t.retry}
      </Button>
    </div>
  )
}
