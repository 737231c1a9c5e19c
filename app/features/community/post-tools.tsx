import { Form, Link } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { CommentActionData, Open } from '../comments/comment-action.ts'
import { ReportForm } from '../comments/comment-forms.tsx'
import { Useful } from '../comments/useful.tsx'
import type { Post } from './contract.ts'
import styles from './post-tools.module.css'
import { writingLinksFor } from './writing-links.ts'

type Props = {
  post: Pick<Post, 'id' | 'isMine' | 'mayChange' | 'usefulCount'> & { isUseful: boolean }
  here: string
  pages: number | undefined
  open: Open
  answer: CommentActionData
  isGuest: boolean
}

/** The actions on a post; each starts with a link, so that it works without scripts. */
export function PostTools({ post, here, pages, open, answer, isGuest }: Props) {
  const t = useTexts('community')
  const writing = useTexts('writing')
  const links = writingLinksFor(useLang())
  const opened = (name: keyof Open) => `${here}${here.includes('?') ? '&' : '?'}${name}=post#tools`
  if (post.mayChange && open.remove === 'post')
    return (
      <Form method="post" id="tools" className={styles.ask}>
        <p>{t.removeAsk}</p>
        <div className={styles.tools}>
          <SubmitButton name="intent" value="removePost" size="small">
            {writing.remove}
          </SubmitButton>
          <Link to={here} preventScrollReset>
            {writing.cancel}
          </Link>
        </div>
      </Form>
    )
  if (!post.isMine && (open.report === 'post' || (answer?.intent === 'report' && answer.id === 'post')))
    return (
      <div id="tools" className={styles.report}>
        <ReportForm id="post" here={here} pages={pages} answer={answer} />
      </div>
    )
  return (
    <ul className={styles.tools} id="tools">
      <Useful of={post} id="post" pages={pages} isGuest={isGuest} />
      {post.mayChange && (
        <li>
          <Link to={links.editPost(post.id)}>{t.edit}</Link>
        </li>
      )}
      {post.mayChange && (
        <li>
          <Link to={opened('remove')} preventScrollReset>
            {t.remove}
          </Link>
        </li>
      )}
      {!isGuest && !post.isMine && (
        <li>
          <Link to={opened('report')} preventScrollReset>
            {t.report}
          </Link>
        </li>
      )}
    </ul>
  )
}
