import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import styles from './article-contents.module.css'

/** The table of contents of a long article. */
export function ArticleContents({ contents }: { contents: { id: string; title: string }[] }) {
  const t = useTexts('blog')
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">{t.contents}</h2>
      <ol className={styles.list}>
        {contents.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <ContentText>{title}</ContentText>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
