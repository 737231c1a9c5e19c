import { Form, Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { RadioField } from '../../ui/fields/radio-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { useDraft } from '../../ui/fields/use-draft.ts'
import type { CommentActionData } from './comment-action.ts'
import styles from './comment-forms.module.css'
import type { Comment } from './contract.ts'
import { MarkdownField } from './markdown-field.tsx'
import { REPORT_REASONS } from './report-reasons.ts'

export const MAX_COMMENT_LENGTH = 5000
const COMMENT_MARKS = ['bold', 'link', 'list', 'quote'] as const
const MAX_REASON_LENGTH = 1000

/** Where a form returns to. */
type Place = {
  /** The address of this page without an open form. */
  here: string
  /** How many list pages of comments are shown. */
  pages: number | undefined
  answer: CommentActionData
}

/** Where a reply is written: its link leads to the field, which then has the focus. */
export const COMMENT_FIELD = 'write-text'

/** The form for a new comment; a guest gets a sign-in link that returns here. */
export function WriteComment({
  here,
  answer,
  isGuest,
  replyTo,
}: Place & { isGuest: boolean; replyTo: Comment | undefined }) {
  const t = useTexts('comments')
  const writing = useTexts('writing')
  const links = linksFor(useLang())
  const failed = answer?.intent === 'addComment' ? answer : undefined
  const draft = useDraft(isGuest ? undefined : `comment:${here.split('?')[0]}`, failed !== undefined)
  if (isGuest)
    return (
      <div className={styles.guest}>
        <p>{t.guestsCannotWrite}</p>
        <ButtonLink to={links.login(`${here}#write`)} size="small">
          {t.signInToWrite}
        </ButtonLink>
      </div>
    )
  return (
    <Form method="post" id="write" className={styles.form} noValidate preventScrollReset {...draft}>
      <FormErrors failure={failed?.failure} labels={{ text: t.yourComment }} ids={{ text: COMMENT_FIELD }} />
      {replyTo && (
        <p className={styles.reply}>
          {t.replyTo(replyTo.author.name ?? writing.formerMember)}
          <input type="hidden" name="replyTo" value={replyTo.id} />
          <Cancel to={`${here}#write`} />
        </p>
      )}
      <MarkdownField
        name="text"
        id={COMMENT_FIELD}
        marks={COMMENT_MARKS}
        label={replyTo ? t.yourReply : t.yourComment}
        hint={t.commentHint}
        errors={failed?.failure.fields.text}
        defaultValue={failed?.text}
        rows={4}
        maxLength={MAX_COMMENT_LENGTH}
        autoFocus={replyTo !== undefined}
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="addComment">
          {replyTo ? t.sendReply : t.sendComment}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** The edit form of a comment, shown in its place. */
export function ChangeComment({ comment, here, pages, answer }: Place & { comment: Comment }) {
  const t = useTexts('comments')
  const writing = useTexts('writing')
  const failed = answer?.intent === 'changeComment' && answer.id === String(comment.id) ? answer : undefined
  const field = `text-${comment.id}`
  const isOutdated = failed?.failure.code === 'changedMeanwhile'
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <FormErrors failure={failed?.failure} labels={{ text: t.yourComment }} ids={{ text: field }} />
      {isOutdated && (
        <div className={styles.newer}>
          <p>{writing.newerText}</p>
          <blockquote dir="auto">{comment.source}</blockquote>
        </div>
      )}
      <input type="hidden" name="id" value={comment.id} />
      <input type="hidden" name="version" value={comment.version} />
      <Pages pages={pages} />
      <MarkdownField
        name="text"
        id={field}
        marks={COMMENT_MARKS}
        label={t.yourComment}
        errors={failed?.failure.fields.text}
        defaultValue={failed?.text ?? comment.source}
        rows={5}
        maxLength={MAX_COMMENT_LENGTH}
        autoFocus
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="changeComment" size="small">
          {writing.save}
        </SubmitButton>
        <Cancel to={`${here}#comment-${comment.id}`} />
      </div>
    </Form>
  )
}

/** Confirmation before a comment is deleted permanently. */
export function RemoveComment({ comment, here, pages, answer }: Place & { comment: Comment }) {
  const t = useTexts('comments')
  const writing = useTexts('writing')
  const failed = answer?.intent === 'removeComment' && answer.id === String(comment.id) ? answer : undefined
  return (
    <Form method="post" className={styles.ask} preventScrollReset>
      <FormErrors failure={failed?.failure} labels={{}} />
      <input type="hidden" name="id" value={comment.id} />
      <Pages pages={pages} />
      <p>{t.removeAsk}</p>
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="removeComment" size="small" autoFocus>
          {writing.remove}
        </SubmitButton>
        <Cancel to={`${here}#comment-${comment.id}`} />
      </div>
    </Form>
  )
}

/** @param id the comment's, or `post` for the post itself */
export function ReportForm({ id, here, pages, answer }: Place & { id: string }) {
  const t = useTexts('comments')
  const failed = answer?.intent === 'report' && answer.id === id ? answer : undefined
  const field = `reason-${id}`
  const { about, reason } = failed?.failure.fields ?? {}
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <FormErrors
        failure={failed && { ...failed.failure, fields: { ...(about && { about }), ...(reason && { text: reason }) } }}
        labels={{ about: t.reason, text: t.reasonMore }}
        ids={{ about: `about-${id}`, text: field }}
      />
      <input type="hidden" name="id" value={id} />
      <Pages pages={pages} />
      <RadioField
        name="about"
        id={`about-${id}`}
        label={t.reason}
        options={REPORT_REASONS.map((value) => ({ value, label: t.reasons[value] }))}
        defaultValue={failed?.about}
        errors={about}
      />
      <TextAreaField
        name="text"
        id={field}
        label={t.reasonMore}
        hint={t.reasonHint}
        errors={reason}
        defaultValue={failed?.text}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="report" size="small">
          {t.sendReport}
        </SubmitButton>
        <Cancel to={id === 'post' ? here : `${here}#comment-${id}`} />
      </div>
    </Form>
  )
}

function Pages({ pages }: { pages: number | undefined }) {
  return pages === undefined ? null : <input type="hidden" name="pages" value={pages} />
}

function Cancel({ to }: { to: string }) {
  const t = useTexts('writing')
  return (
    <Link to={to} preventScrollReset className={styles.cancel}>
      {t.cancel}
    </Link>
  )
}
