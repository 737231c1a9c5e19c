import { Link } from 'react-router'
import { agoOf } from '../../locales/ago.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Prose } from '../../ui/prose.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import { textLanguage } from '../authors/text-language.ts'
import styles from './comment-list.module.css'
import type { Comment } from './contract.ts'

type Props = {
  comments: Comment[]
  totalCount: number
  /** When the page was made: what "two days ago" is counted from. */
  now: string
  /** The same page with so many pages of comments; undefined when all are shown. */
  more: string | undefined
  /** The same page from its first comments on; undefined when it begins with them. */
  earlier: string | undefined
}

/** What was said, the oldest first. */
export function CommentList({ comments, totalCount, now, more, earlier }: Props) {
  const t = useTexts('writing')
  return (
    <section className={styles.comments} id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {t.commentsTitle} {totalCount > 0 && <span className={styles.count}>{totalCount}</span>}
      </h2>
      {totalCount === 0 && <p className={styles.none}>{t.noComments}</p>}
      {earlier && (
        <Link className={styles.more} to={earlier} preventScrollReset>
          {t.earlierComments}
        </Link>
      )}
      {comments.length > 0 && (
        <ol className={styles.list}>
          {comments.map((comment) => (
            <li key={comment.id} id={`comment-${comment.id}`} className={styles.comment}>
              <OneComment comment={comment} now={now} />
            </li>
          ))}
        </ol>
      )}
      {more && (
        <Link className={styles.more} to={more} preventScrollReset>
          {t.moreComments}
          <Icon name="chevron-down" size={18} />
        </Link>
      )}
    </section>
  )
}

function OneComment({ comment, now }: { comment: Comment; now: string }) {
  const lang = useLang()
  const t = useTexts('writing')
  const { author, createdAt } = comment
  return (
    <article>
      <AuthorLine author={author}>
        <a className={styles.when} href={`#comment-${comment.id}`}>
          <span className="visually-hidden">{t.permalink(author.name ?? t.formerMember)}: </span>
          <time dateTime={createdAt} title={`${formatDay(createdAt, lang)} · ${formatTime(createdAt, lang)}`}>
            {t.ago(agoOf(createdAt, now))}
          </time>
        </a>
        {comment.editedAt && <span> · {t.edited}</span>}
      </AuthorLine>
      <div className={styles.text}>
        <Prose html={comment.text} {...textLanguage(comment.text.replace(/<[^>]*>/g, ''), lang)} />
      </div>
    </article>
  )
}
