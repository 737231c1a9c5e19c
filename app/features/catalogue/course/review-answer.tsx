import { formatDay } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import styles from './review-answer.module.css'

/** What the institute answered, below the review. */
export function ReviewAnswer({ answer: { by, text, at } }: { answer: { by: string; text: string; at: string } }) {
  const lang = useLang()
  const t = useTexts('ui')
  return (
    <div className={styles.answer}>
      <p className={styles.by}>
        <span>{t.reviewAnswer(by)}</span> <time dateTime={at}>{formatDay(at, lang)}</time>
      </p>
      <p className={styles.text} dir="auto">
        <ContentText>{text}</ContentText>
      </p>
    </div>
  )
}
