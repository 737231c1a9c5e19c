import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { AuthorName } from '../authors/author-line.tsx'
import type { PostCard } from './contract.ts'
import styles from './trending-posts.module.css'

/** The trending posts. */
export function TrendingPosts({ posts }: { posts: PostCard[] }) {
  const lang = useLang()
  const t = useTexts('community')
  const comments = useTexts('comments')
  const links = linksFor(lang)
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="trending">
      <h2 id="trending" className={styles.title}>
        {t.trending}
      </h2>
      <ol className={styles.list}>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to={links.post(post.id)}>
              <span {...textLanguage(post.title, lang)}>{keepSigns(post.title)}</span>
            </Link>
            <p>
              <AuthorName author={post.author} /> · {comments.count(post.commentsCount)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
