import { linksFor } from '../../links.ts'
import { agoOf } from '../../locales/ago.ts'
import { formatDay, formatNumber } from '../../locales/format.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card, CardLink } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import type { PostCard } from './contract.ts'
import styles from './post-row.module.css'

const MARKS = { image: 'image', video: 'video', file: 'document' } as const

/** A post in a list: author, title, excerpt, number of comments. */
export function PostRow({ post, now }: { post: PostCard; now: string }) {
  const lang = useLang()
  const comments = useTexts('comments')
  const { attachment } = useTexts('uploads')
  const writing = useTexts('writing')
  return (
    <Card as="article" linked className={styles.post}>
      <AuthorLine author={post.author}>
        <time dateTime={post.publishDate} title={formatDay(post.publishDate, lang)}>
          {writing.ago(agoOf(post.publishDate, now))}
        </time>
      </AuthorLine>
      <h3 className={styles.title} {...textLanguage(post.title, lang)}>
        <CardLink to={linksFor(lang).post(post.id)}>{keepSigns(post.title)}</CardLink>
      </h3>
      <p className={styles.excerpt} {...textLanguage(post.excerpt, lang)}>
        {keepSigns(post.excerpt)}
      </p>
      <p className={styles.foot}>
        <span className={styles.category}>
          <ContentText>{post.category.name}</ContentText>
        </span>
        {post.attachment && (
          <span className={styles.attachment}>
            <Icon name={MARKS[post.attachment.kind]} size={18} />
            <span className="visually-hidden">{attachment[post.attachment.kind]}</span>
          </span>
        )}
        <span className={styles.comments}>
          <Icon name="chat" size={18} />
          <span aria-hidden="true">{formatNumber(post.commentsCount)}</span>
          <span className="visually-hidden">{comments.count(post.commentsCount)}</span>
        </span>
      </p>
    </Card>
  )
}
