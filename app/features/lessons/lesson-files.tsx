import { useLang, useTexts } from '../../locales/texts.tsx'
import { FileList } from '../../ui/content/file-list.tsx'
import type { Lesson } from './contract.ts'
import styles from './learn-page.module.css'
import { lessonFileAddress } from './lesson-links.ts'

/** What belongs to a lesson. */
export function LessonFiles({ files }: Pick<Lesson, 'files'>) {
  const t = useTexts('lessons')
  const lang = useLang()
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files" className={styles.files}>
      <h3 id="files">{t.files}</h3>
      <FileList files={files} icon="download" addressOf={(id) => lessonFileAddress(lang, id)} />
    </section>
  )
}
