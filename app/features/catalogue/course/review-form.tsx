import { Form, Link } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { Review } from '../course-contract.ts'
import { OWN_REVIEW } from '../own-review.ts'
import type { CourseActionData } from './course-action-data.ts'
import styles from './review-form.module.css'

type Props = { courseId: number; mine: Review | undefined; answer: CourseActionData }

/** A learner's own review: add, edit or delete. */
export function ReviewForm({ courseId, mine, answer }: Props) {
  const t = useTexts('course').review
  const lang = useLang()
  const failure = answer?.failure?.intent.endsWith('Review') ? answer.failure : undefined
  const values = failure ? answer?.values : undefined
  return (
    <Card className={styles.card}>
      <h3 className={styles.title}>{mine ? t.titleMine : t.title}</h3>
      <Form
        method="post"
        action={`#${OWN_REVIEW}`}
        className={styles.form}
        preventScrollReset
        noValidate
        key={mine?.id ?? 'new'}
      >
        <FormErrors failure={failure} labels={{ rate: t.rate, comment: t.comment }} />
        {failure?.code === 'unauthenticated' ? (
          <p>
            <Link to={linksFor(lang).login()} target="_blank" rel="noopener">
              {t.signIn}
            </Link>
          </p>
        ) : null}
        <input type="hidden" name="courseId" value={courseId} />
        {mine && <input type="hidden" name="id" value={mine.id} />}
        <SelectField
          name="rate"
          label={t.rate}
          required
          errors={failure?.fields.rate}
          defaultValue={values?.rate ?? (mine ? Math.round(mine.rate) : '')}
          options={[
            // Nobody rates a course by forgetting to.
            ...(mine ? [] : [{ value: '', label: t.chooseRate }]),
            ...([5, 4, 3, 2, 1] as const).map((rate) => ({ value: rate, label: `${rate} – ${t.rates[rate]}` })),
          ]}
        />
        <TextAreaField
          name="comment"
          label={t.comment}
          hint={t.commentHint}
          required
          maxLength={2000}
          errors={failure?.fields.comment}
          defaultValue={values?.comment ?? mine?.comment}
        />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value={mine ? 'editReview' : 'addReview'}>
            {mine ? t.save : t.send}
          </SubmitButton>
          {mine && !mine.hidden?.reason && (
            <SubmitButton name="intent" value="deleteReview" variant="quiet" formNoValidate>
              {t.delete}
            </SubmitButton>
          )}
        </div>
      </Form>
    </Card>
  )
}
