import { deskLink } from '../../../desk/desk-links.ts'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'

/** The pictures that social networks show beside a link to the course; they show what was saved last. */
export function SharePictures({ courseId, version }: { courseId: number; version: string }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  return (
    <div className={styles.part}>
      <p>
        {t.sharePicture}. <small>{t.sharePictureHint}</small>
      </p>
      <div className={styles.pair}>
        {(['ar', 'en'] as const).map((of) => (
          <img
            key={of}
            // The version is in the address so that a saved change is drawn anew.
            src={deskLink(lang, `courses/${courseId}/share/${of}`, { version })}
            alt={`${t.sharePicture} (${t.languages[of]})`}
            width={1200}
            height={630}
            loading="lazy"
            className={styles.sharePicture}
          />
        ))}
      </div>
    </div>
  )
}
