import { useRouteLoaderData } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Face } from '../../ui/content/face.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ShareLinks } from '../../ui/navigation/share-links.tsx'
import { AuthorName } from '../authors/author-line.tsx'
import styles from './article-foot.module.css'
import type { Article } from './contract.ts'
import { TagLinks } from './tag-links.tsx'

type Props = { article: Omit<Article, 'comments'> }

/** Below an article: its tags, share links, its author, the previous and the next article. */
export function ArticleFoot({ article }: Props) {
  const t = useTexts('blog')
  const links = linksFor(useLang())
  const site = useRouteLoaderData('root') as { publicUrl: string } | undefined
  const address = new URL(links.article(article.slug), site?.publicUrl).href
  return (
    <footer className={styles.foot}>
      <div className={styles.tags}>
        <h2 className="visually-hidden">{t.tags}</h2>
        <TagLinks tags={article.tags} />
      </div>
      <ShareLinks address={address} title={article.title} />
      <AuthorBox author={article.author} />
      <Neighbours previous={article.previous} next={article.next} />
    </footer>
  )
}

function AuthorBox({ author }: { author: Article['author'] }) {
  const t = useTexts('blog')
  const links = linksFor(useLang())
  return (
    <section className={styles.author} aria-labelledby="author">
      <Face src={author.picture} name={author.name} size={72} />
      <div>
        <h2 id="author" className={styles.about}>
          {t.aboutAuthor}
        </h2>
        <p className={styles.name}>
          <AuthorName author={author} />
        </p>
        {author.title && (
          <p className={styles.role}>
            <ContentText>{author.title}</ContentText>
          </p>
        )}
        {author.bio && (
          <p className={styles.bio}>
            <ContentText>{author.bio}</ContentText>
          </p>
        )}
        {author.name && (
          <Link to={links.blog({ author: author.id })} className={styles.all}>
            {t.moreBy(author.name)}
          </Link>
        )}
      </div>
    </section>
  )
}

function Neighbours({ previous, next }: Pick<Article, 'previous' | 'next'>) {
  const t = useTexts('blog')
  const links = linksFor(useLang())
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label={t.neighbours}>
      {previous && (
        <Link to={links.article(previous.slug)} rel="prev" className={styles.neighbour}>
          <span className={styles.direction}>
            <Icon name="arrow-back" size={18} />
            {t.previous}
          </span>
          <ContentText>{previous.title}</ContentText>
        </Link>
      )}
      {next && (
        <Link to={links.article(next.slug)} rel="next" className={styles.neighbour} data-next>
          <span className={styles.direction}>
            {t.next}
            <Icon name="arrow-forward" size={18} />
          </span>
          <ContentText>{next.title}</ContentText>
        </Link>
      )}
    </nav>
  )
}
