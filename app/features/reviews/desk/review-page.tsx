import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { linksFor } from '../../../links.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Stars } from '../../../ui/content/stars.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { DeskReview } from '../contract.ts'
import { ReviewState } from './review-state.tsx'
import styles from './reviews.module.css'

const PATH = 'reviews'

export const loader = deskLoader(async ({ api }, { params, request }) => {
  const [review, { rights }] = await Promise.all([api.reviews.review({ id: params.id ?? '' }), api.desk.me({})])
  return { review, mayHide: rights.includes('moderation.decide'), done: queryOf(request).done }
})

const answered = ({ lang }: PageRequest, id: string | undefined, done: string) => ({
  to: deskLink(lang, `${PATH}/${id}`, { done }),
})

export const action = deskAction({
  answer: async (page, form, { params: { id = '' } }) => {
    const [ar, en, seenAt] = ['answer.ar', 'answer.en', 'seenAt'].map((name) => String(form.get(name) ?? ''))
    await page.api.reviews.answerReview({ id, answer: { ar: ar!, en }, seenAt })
    return answered(page, id, 'answer')
  },
  removeAnswer: async (page, _form, { params: { id = '' } }) => {
    await page.api.reviews.removeAnswer({ id })
    return answered(page, id, 'removeAnswer')
  },
  hide: async (page, form, { params: { id = '' } }) => {
    await page.api.reviews.hideReview({ id, reason: String(form.get('reason') ?? '') })
    return answered(page, id, 'hide')
  },
  show: async (page, _form, { params: { id = '' } }) => {
    await page.api.reviews.showReview({ id })
    return answered(page, id, 'show')
  },
})

export const meta = deskMeta<'reviews', { review: DeskReview }>('reviews', (t, data) =>
  data ? t.of(data.review.learner.name) : t.title,
)

export default function ReviewPage() {
  const t = useDeskTexts('reviews')
  const { review, mayHide, done } = useLoaderData<typeof loader>()
  const said = done === undefined ? undefined : t.done[done]
  return (
    <>
      <DeskHead title={t.of(review.learner.name)} above={{ title: t.title, path: PATH }} />
      {said ? (
        <Alert kind="success">
          {said} {done === 'hide' && mayHide && review.hidden ? <Show label={t.undo} /> : null}
        </Alert>
      ) : null}
      <RecordSides aside={mayHide ? review.hidden ? <Hidden review={review} /> : <Hide /> : null}>
        <Written review={review} />
        {review.hidden ? null : <Answer key={review.answer?.at} review={review} />}
      </RecordSides>
    </>
  )
}

function Written({ review }: { review: DeskReview }) {
  const t = useDeskTexts('reviews')
  const links = linksFor(useLang())
  const { course, learner, rate, comment, createdAt, hidden, answer } = review
  return (
    <Panel title={t.review} actions={<ReviewState review={review} />}>
      <Stars rate={rate} />
      <p className={styles.comment} dir="auto">
        {comment}
      </p>
      <Facts
        facts={[
          [t.learner, <bdi key="learner">{learner.name}</bdi>],
          [
            t.course,
            <a key="course" href={`${links.course(course.slug)}#reviews`}>
              <bdi>{course.name}</bdi>
            </a>,
          ],
          [t.writtenAt, <Moment key="at" iso={createdAt} />],
          [t.answeredBy, answer?.by ? <bdi key="by">{answer.by}</bdi> : null],
          [t.answeredAt, answer ? <Moment key="answered" iso={answer.at} /> : null],
          [t.hiddenReason, hidden?.reason],
          [t.matched, hidden?.matched ? <bdi key="matched">{hidden.matched}</bdi> : null],
        ]}
      />
    </Panel>
  )
}

function Answer({ review: { answer, learner } }: { review: DeskReview }) {
  const t = useDeskTexts('reviews')
  const { failureOf, typedIn } = useDeskAnswer()
  const [failure, typed] = [failureOf('answer'), typedIn('answer')]
  return (
    <Panel title={t.answer} isForScreen>
      <Form method="post" className={styles.form} noValidate>
        <FormErrors failure={failure} labels={{ 'answer.ar': t.answerText, 'answer.en': t.answerText }} />
        <input type="hidden" name="seenAt" value={answer?.at ?? ''} />
        <TwoLanguages
          name="answer"
          label={t.answerText}
          hint={t.answerHint}
          values={{ ar: typed['answer.ar'] ?? answer?.ar ?? '', en: typed['answer.en'] ?? answer?.en ?? '' }}
          errors={failure?.fields ?? {}}
          lines={6}
          required
        />
        {answer ? null : <small>{learner.hasAccount ? t.mailed : t.noAccount}</small>}
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="answer">
            {answer ? t.save : t.send}
          </SubmitButton>
          {answer ? (
            <SubmitButton name="intent" value="removeAnswer" variant="quiet" formNoValidate>
              {t.remove}
            </SubmitButton>
          ) : null}
        </div>
      </Form>
    </Panel>
  )
}

/** The reason goes to the author. */
function Hide() {
  const t = useDeskTexts('reviews')
  const { failureOf, typedIn } = useDeskAnswer()
  const [failure, typed] = [failureOf('hide'), typedIn('hide')]
  return (
    <Panel title={t.hideTitle} isForScreen>
      <p>{t.hideBody}</p>
      <Form method="post" className={styles.form} noValidate>
        <FormErrors failure={failure} labels={{ reason: t.reason }} />
        <input type="hidden" name="intent" value="hide" />
        <TextAreaField
          name="reason"
          label={t.reason}
          errors={failure?.fields.reason}
          defaultValue={typed.reason}
          rows={3}
          required
        />
        <div>
          <SubmitButton variant="quiet">{t.hide}</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

function Hidden({ review: { hidden } }: { review: DeskReview }) {
  const t = useDeskTexts('reviews')
  if (!hidden) return null
  const isHeld = hidden.matched !== null
  return (
    <>
      <Panel title={isHeld ? t.heldTitle : t.hiddenTitle} isForScreen>
        {isHeld ? <p>{t.heldBody}</p> : null}
        <Facts
          facts={[
            [t.hiddenBy, hidden.by ? <bdi key="by">{hidden.by}</bdi> : null],
            [t.hiddenAt, <Moment key="at" iso={hidden.at} />],
          ]}
        />
        <Show label={isHeld ? t.show : t.showAgain} />
      </Panel>
      {isHeld ? <Hide /> : null}
    </>
  )
}

function Show({ label }: { label: string }) {
  return (
    <Form method="post">
      <SubmitButton name="intent" value="show" variant="quiet" size="small">
        {label}
      </SubmitButton>
    </Form>
  )
}
