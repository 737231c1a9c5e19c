import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import styles from './article-meta.module.css'
import type { ArticleCard } from './contract.ts'

/** Date of publication and reading time. */
export function ArticleMeta({ article }: { article: Pick<ArticleCard, 'publishedAt' | 'readingMinutes'> }) {
  const lang = useLang()
  const t = useTexts('blog')
  return (
    <span className={styles.meta}>
      {article.publishedAt ? (
        <time dateTime={article.publishedAt}>{formatDay(article.publishedAt, lang)}</time>
      ) : (
        <span>{t.draft}</span>
      )}
      <span aria-hidden="true">·</span>
      <span>{t.readingTime(article.readingMinutes)}</span>
    </span>
  )
}
