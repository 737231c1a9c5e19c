/** The seats that a quote offers, and adding to them while it is a draft. */

import { Form } from 'react-router'
import { ChosenCourse, CourseChoices, type CourseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatNumber, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Quote } from '../desk-contract.ts'
import styles from './quotes.module.css'

export function Lines({ quote }: { quote: Quote }) {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  const isDraft = quote.state === 'draft'
  if (quote.lines.length === 0) return <p className={styles.quiet}>{t.noLines}</p>
  return (
    <ul className={styles.lines}>
      {quote.lines.map((line) => (
        <li key={line.id}>
          <div>
            <strong>{line.course.name}</strong>
            <small>
              {line.run
                ? [
                    formatWeekday(line.run.startsAt, lang),
                    line.run.city,
                    line.run.isCancelled ? t.cancelled : isDraft ? t.left(formatNumber(line.run.seatsLeft)) : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : t.recorded}
            </small>
            <small>
              {t.seats(line.seats)} × {formatMoney(line.unitHalalas, lang)}
              {line.discountHalalas > 0 ? ` − ${formatMoney(line.discountHalalas, lang)}` : null}
            </small>
          </div>
          <Money halalas={line.totalHalalas} exact />
          {isDraft ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="removeLine" />
              <input type="hidden" name="lineId" value={line.id} />
              <Button type="submit" variant="quiet" size="small" aria-label={`${t.removeLine}: ${line.course.name}`}>
                {t.removeLine}
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type AddLineProps = { id: number; query: Record<string, string>; courses: CourseFilter }

export function AddLine({ id, query, courses }: AddLineProps) {
  const t = useDeskTexts('quotes')
  const enrol = useDeskTexts('enrol')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('addLine')
  const typed = typedIn('addLine')
  const path = `quotes/${id}`
  const field = (name: 'seats' | 'unitHalalas' | 'discountHalalas', label: string) => ({
    ...{ name, label, defaultValue: typed[name], errors: failure?.fields[name], dir: 'ltr' as const },
  })
  return (
    <Panel title={t.addLine}>
      {courses.course ? (
        <KeptForm
          name={`course-${courses.course.id}`}
          key={courses.course.id}
          className={styles.form}
          preventScrollReset
        >
          <FormErrors
            failure={failure}
            labels={{
              ...{ scheduleId: t.run, seats: t.seatCount, unitHalalas: t.unit, discountHalalas: t.discount },
            }}
          />
          <input type="hidden" name="intent" value="addLine" />
          <input type="hidden" name="courseId" value={courses.course.id} />
          <ChosenCourse filter={courses} path={path} query={query} />
          <FieldRow>
            {courses.runs.length > 0 ? (
              <SelectField
                name="scheduleId"
                label={t.run}
                defaultValue={typed.scheduleId}
                errors={failure?.fields.scheduleId}
                options={[
                  { value: '', label: t.chooseRun },
                  ...courses.runs.map(({ value, label, freeSeats }) => ({
                    value,
                    label: enrol.runWithSeats(label, freeSeats),
                  })),
                ]}
                required
              />
            ) : null}
            <TextField {...field('seats', t.seatCount)} inputMode="numeric" required />
            <TextField {...field('unitHalalas', t.unit)} hint={t.unitHint} inputMode="decimal" />
            <TextField {...field('discountHalalas', t.discount)} inputMode="decimal" />
          </FieldRow>
          <div>
            <SubmitButton>{t.addLine}</SubmitButton>
          </div>
        </KeptForm>
      ) : (
        <>
          <Form action={deskLink(lang, path)} className={styles.form} preventScrollReset>
            <TextField
              name="course"
              label={t.course}
              hint={t.courseHint}
              defaultValue={query.course}
              dir="auto"
              required
            />
            <div>
              <Button type="submit" variant="quiet">
                {t.showCourse}
              </Button>
            </div>
          </Form>
          {courses.found ? <CourseChoices found={courses.found} path={path} query={query} /> : null}
        </>
      )}
    </Panel>
  )
}
