import { linksFor } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { fallbackLang, useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Breadcrumb } from '../../ui/navigation/breadcrumb.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import { CoverPicture } from '../pictures/cover-picture.tsx'
import styles from './article-head.module.css'
import type { Article, ArticleCard } from './contract.ts'

/** Category, title, author and date, above the cover. */
export function ArticleHead({ article }: { article: Pick<Article, keyof ArticleCard | 'imageAlt'> }) {
  const lang = useLang()
  const t = useTexts('blog')
  const ui = useTexts('ui')
  const links = linksFor(lang)
  const { category, publishedAt, updatedAt } = article
  const published = publishedAt && formatDay(publishedAt, lang)
  const updated = formatDay(updatedAt, lang)
  return (
    <header className={styles.head}>
      <Container>
        <Breadcrumb
          steps={[
            { label: ui.home, to: links.home },
            { label: t.title, to: links.blog() },
            { label: category.name, to: links.blog({ category: category.id }) },
            { label: article.title },
          ]}
        />
        <div className={styles.columns}>
          <div className={styles.text}>
            <h1>
              <ContentText>{article.title}</ContentText>
            </h1>
            <p className={styles.summary} {...fallbackLang(article.summary, lang)}>
              {article.summary}
            </p>
            <AuthorLine author={article.author} size={52}>
              {article.author.title && (
                <span className={styles.role}>
                  <ContentText>{article.author.title}</ContentText>
                </span>
              )}
              <span className={styles.facts}>
                {published ? <time dateTime={publishedAt}>{t.published(published)}</time> : <span>{t.draft}</span>}
                {published && updated !== published && <time dateTime={updatedAt}>{t.updated(updated)}</time>}
                <span>{t.readingTime(article.readingMinutes)}</span>
              </span>
            </AuthorLine>
          </div>
          <div className={styles.cover}>
            {article.image ? (
              <CoverPicture
                src={article.image}
                alt={article.imageAlt}
                sizes="(min-width: 64rem) 32rem, 100vw"
                priority
              />
            ) : null}
          </div>
        </div>
      </Container>
    </header>
  )
}
