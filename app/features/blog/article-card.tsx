import { linksFor } from '../../links.ts'
import { fallbackLang, useLang, useTexts } from '../../locales/texts.tsx'
import { Card, CardCover, CardLink } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import { CoverPicture } from '../pictures/cover-picture.tsx'
import styles from './article-card.module.css'
import { ArticleMeta } from './article-meta.tsx'
import type { ArticleCard as ArticleCardData } from './contract.ts'

type Props = {
  article: ArticleCardData
  /** Wide, with the cover at its side: for the first card of a list. */
  lead?: boolean
  /** For cards above the fold: their covers load eagerly. */
  priority?: boolean
}

/** An article's card: category, title, summary, author, reading time. */
export function ArticleCard({ article, lead = false, priority = false }: Props) {
  const lang = useLang()
  const comments = useTexts('comments')
  return (
    <Card as="article" flush linked className={styles.card} data-lead={lead || undefined}>
      <CardCover className={styles.cover}>
        <CoverPicture
          src={article.image}
          sizes={lead ? '(min-width: 48rem) 38rem, 100vw' : '(min-width: 48rem) 25rem, 100vw'}
          priority={priority}
        />
      </CardCover>
      <div className={styles.body}>
        <p className={styles.category}>
          <ContentText>{article.category.name}</ContentText>
        </p>
        <h3 className={styles.title}>
          <CardLink to={linksFor(lang).article(article.slug)}>
            <ContentText>{article.title}</ContentText>
          </CardLink>
        </h3>
        <p className={styles.summary} {...fallbackLang(article.summary, lang)}>
          {article.summary}
        </p>
        <footer className={styles.foot}>
          <AuthorLine author={article.author} size={36}>
            <ArticleMeta article={article} />
          </AuthorLine>
          {article.commentsCount > 0 && (
            <p className={styles.comments}>
              <Icon name="chat" size={18} />
              <span aria-hidden="true">{article.commentsCount}</span>
              <span className="visually-hidden">{comments.count(article.commentsCount)}</span>
            </p>
          )}
        </footer>
      </div>
    </Card>
  )
}
