import { Link, useNavigation } from 'react-router'
import { agoOf } from '../../locales/ago.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import type { CommentActionData, Open, ShownComment } from './comment-action.ts'
import { ChangeComment, COMMENT_FIELD, RemoveComment, ReportForm, WriteComment } from './comment-forms.tsx'
import styles from './comment-list.module.css'
import { FollowButton } from './follow-button.tsx'
import { Useful } from './useful.tsx'

type Props = {
  comments: ShownComment[]
  totalCount: number
  /** When the page was rendered: "two days ago" is relative to it. */
  now: string
  /** The address that shows one more list page of comments; undefined when all are shown. */
  more: string | undefined
  /** The address that shows the first comments; undefined when they are shown. */
  earlier: string | undefined
  /** The address of this page without an open form. */
  here: string
  /** How many list pages of comments are shown. */
  pages: number | undefined
  open: Open
  answer: CommentActionData
  /** The action that just succeeded, from the query parameter `done`. */
  done: string | null
  isGuest: boolean
  /** Undefined for a guest. */
  isFollowed: boolean | undefined
}

/** The comments, the oldest first, with their actions. */
export function CommentList(props: Props) {
  const { comments, totalCount, more, earlier, done, answer, isFollowed } = props
  const t = useTexts('comments')
  return (
    <section className={styles.comments} id="comments" aria-labelledby="comments-title">
      <div className={styles.head}>
        <h2 id="comments-title" className={styles.title}>
          {t.commentsTitle} {totalCount > 0 && <span className={styles.count}>{totalCount}</span>}
        </h2>
        {isFollowed !== undefined && <FollowButton isFollowed={isFollowed} pages={props.pages} />}
      </div>
      {totalCount === 0 && <p className={styles.none}>{t.noComments}</p>}
      {!answer && (done === 'removed' || done === 'reported' || done === 'waiting') && (
        <div className={styles.done}>
          <Alert kind="success">{t.done[done]}</Alert>
        </div>
      )}
      {earlier && (
        <Link className={styles.more} to={earlier} preventScrollReset>
          {t.earlierComments}
        </Link>
      )}
      {comments.length > 0 && (
        <ol className={styles.list}>
          {comments.map((comment) => (
            <li key={comment.id} id={`comment-${comment.id}`} className={styles.comment}>
              <OneComment {...props} comment={comment} />
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
      <SentComment />
      <WriteComment {...props} replyTo={comments.find(({ id }) => String(id) === props.open.reply)} />
    </section>
  )
}

/** An optimistic copy of the comment while it is being sent. */
function SentComment() {
  const t = useTexts('comments')
  const { formData, state } = useNavigation()
  const text = formData?.get('text')
  if (state === 'idle' || formData?.get('intent') !== 'addComment' || typeof text !== 'string' || !text.trim())
    return null
  return (
    <div className={styles.comment} data-sending role="status">
      <p className={styles.when}>{t.sending}</p>
      <p className={styles.sent} dir="auto">
        {text}
      </p>
    </div>
  )
}

function OneComment({ comment, ...props }: Props & { comment: ShownComment }) {
  const lang = useLang()
  const t = useTexts('comments')
  const writing = useTexts('writing')
  const { author, createdAt } = comment
  const { open, answer } = props
  const id = String(comment.id)
  const stands = (name: keyof Open) => open[name] === id || (answer?.id === id && answer.intent === INTENTS[name])
  return (
    <article>
      <AuthorLine author={author}>
        <a className={styles.when} href={`#comment-${comment.id}`}>
          <span className="visually-hidden">{t.permalink(author.name ?? writing.formerMember)}: </span>
          <time dateTime={createdAt} title={`${formatDay(createdAt, lang)} · ${formatTime(createdAt, lang)}`}>
            {writing.ago(agoOf(createdAt, props.now))}
          </time>
        </a>
        {comment.editedAt && <span> · {t.edited}</span>}
      </AuthorLine>
      {comment.replyTo && (
        <p className={styles.reply}>
          <a href={`#comment-${comment.replyTo.id}`}>
            <Icon name="arrow-back" size={16} />
            {t.replyTo(comment.replyTo.author ?? writing.formerMember)}
          </a>
        </p>
      )}
      {comment.mayChange && stands('edit') ? (
        <ChangeComment {...props} comment={comment} />
      ) : (
        <div className={styles.text}>
          <Prose html={comment.text} {...textLanguage(comment.text.replace(/<[^>]*>/g, ''), lang)} />
        </div>
      )}
      {comment.mayChange && stands('remove') ? (
        <RemoveComment {...props} comment={comment} />
      ) : !props.isGuest && !comment.isMine && stands('report') ? (
        <ReportForm {...props} id={id} />
      ) : stands('edit') ? null : (
        <CommentTools {...props} comment={comment} />
      )}
    </article>
  )
}

const INTENTS: Record<keyof Open, string> = {
  ...{ edit: 'changeComment', remove: 'removeComment', report: 'report' },
  reply: 'addComment',
}

/** Links, so that they work without scripts; a guest sees only how many found it useful. */
function CommentTools({ comment, here, pages, isGuest }: Props & { comment: ShownComment }) {
  const t = useTexts('comments')
  const writing = useTexts('writing')
  const to = (name: keyof Open) => {
    const place = name === 'reply' ? COMMENT_FIELD : `comment-${comment.id}`
    return `${here}${here.includes('?') ? '&' : '?'}${name}=${comment.id}#${place}`
  }
  const name = comment.author.name ?? writing.formerMember
  const tool = (open: keyof Open, text: string) => (
    <li>
      <Link to={to(open)} preventScrollReset aria-label={t.toolOf(text, name)}>
        {text}
      </Link>
    </li>
  )
  return (
    <ul className={styles.tools}>
      <Useful of={comment} id={String(comment.id)} name={name} pages={pages} isGuest={isGuest} />
      {!isGuest && tool('reply', t.reply)}
      {comment.mayChange && tool('edit', writing.edit)}
      {comment.mayChange && tool('remove', writing.remove)}
      {!isGuest && !comment.isMine && tool('report', t.report)}
    </ul>
  )
}
