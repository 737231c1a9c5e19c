import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ArticleMeta } from './article-meta.tsx'
import styles from './blog-aside.module.css'
import type { ArticleCard } from './contract.ts'
import { TagLinks } from './tag-links.tsx'

type Props = {
  trending: ArticleCard[]
  tags: { key: string; name: string; articlesCount: number }[]
  /** The tag that the list is filtered by. */
  tag: string | undefined
}

/** Trending articles and tags, beside the list. */
export function BlogAside({ trending, tags, tag }: Props) {
  const t = useTexts('blog')
  const links = linksFor(useLang())
  return (
    <aside className={styles.aside}>
      {trending.length > 0 && (
        <section aria-labelledby="trending">
          <h2 id="trending" className={styles.title}>
            {t.trending}
          </h2>
          <ol className={styles.trending}>
            {trending.map((article) => (
              <li key={article.id}>
                <Link to={links.article(article.slug)}>
                  <ContentText>{article.title}</ContentText>
                </Link>
                <p>
                  <ArticleMeta article={article} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {tags.length > 0 && (
        <section aria-labelledby="trending-tags">
          <h2 id="trending-tags" className={styles.title}>
            {t.trendingTags}
          </h2>
          <TagLinks tags={tags} current={tag} />
        </section>
      )}
      <p>
        <a href={links.blogFeed} className={styles.rss}>
          {t.rss}
        </a>
      </p>
    </aside>
  )
}
