import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './file-drop-field.module.css'

/** The progress of an upload; screen readers announce every quarter. */
export function UploadProgress({ name, part, onStop }: { name: string; part: number; onStop: () => void }) {
  const t = useTexts('uploads').file
  const percent = Math.floor(part * 100)
  const words = percent < 100 ? t.sending(percent) : t.checking
  return (
    <div className={styles.progress}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <progress max={100} value={percent < 100 ? percent : undefined} aria-label={words} />
      <p className={styles.about}>{words}</p>
      <p className="visually-hidden" role="status">
        {percent < 100 ? t.sending(percent - (percent % 25)) : t.checking}
      </p>
      <Button variant="quiet" size="small" icon="close" onClick={onStop}>
        {t.cancel}
      </Button>
    </div>
  )
}
