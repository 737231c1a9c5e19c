import { formatFileSize } from '../../locales/file-size.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
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
      <ul>
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <a href={lessonFileAddress(lang, id)}>
              <Icon name="download" size={18} />
              <bdi>{name}</bdi>
            </a>
            <span>{formatFileSize(size, lang)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
