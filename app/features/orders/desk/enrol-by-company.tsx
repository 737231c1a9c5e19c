/** Enrolling a person by hand with a seat that a company has bought. */

import { deskLink } from '../../../desk/desk-links.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { RadioField } from '../../../ui/fields/radio-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './enrol.module.css'
import { NewPerson, saidToStaff } from './new-person.tsx'

export type CompanySeats = Awaited<ReturnType<PageRequest['api']['quotes']['companySeats']>>

/** @param query what the seats were asked for */
export function EnrolByCompany({ seats, query }: { seats: CompanySeats; query: Record<string, string> }) {
  const t = useDeskTexts('enrol')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const [failure, typed] = [failureOf('enrolByCompany'), typedIn('enrolByCompany')]
  const { learner, run, purchases } = seats
  const usable = purchases.filter(({ isReleased }) => isReleased)
  if (usable.length === 0)
    return (
      <EmptyState
        title={t.company.none}
        body={purchases.length > 0 ? t.company.notReleased : t.company.noneBody}
        action={
          <ButtonLink to={deskLink(lang, 'quotes')} variant="quiet">
            {t.company.quotes}
          </ButtonLink>
        }
      />
    )
  const options = usable.map(({ lineId, quote, company, seatsLeft, isNamed }) => ({
    value: String(lineId),
    label: [company, quote.number, t.company.seats(seatsLeft), isNamed ? t.company.named : null]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <Panel title={t.happens}>
      <Facts
        facts={[
          [t.learner, learner ? <bdi key="name">{learner.name}</bdi> : t.newAccount],
          [t.course, seats.course],
          [t.fields.run, run ? `${formatWeekday(run.startsAt, lang)}${run.city ? ` · ${run.city}` : ''}` : null],
        ]}
      />
      <p>{t.company.happens}</p>
      <KeptForm name={`company-${query.email ?? ''}`} className={styles.form}>
        <input type="hidden" name="intent" value="enrolByCompany" />
        <input type="hidden" name="email" value={query.email ?? ''} />
        <input type="hidden" name="scheduleId" value={query.run ?? ''} />
        <FormErrors failure={saidToStaff(failure, t.refusals)} labels={t.fields} />
        <RadioField
          name="lineId"
          label={t.fields.lineId}
          defaultValue={typed.lineId}
          errors={failure?.fields.lineId}
          options={options}
        />
        {learner ? null : <NewPerson intent="enrolByCompany" />}
        <TextField
          name="reason"
          label={t.fields.reason}
          hint={t.reasonHint}
          defaultValue={typed.reason}
          errors={failure?.fields.reason}
          dir="auto"
          required
        />
        <div>
          <SubmitButton>{t.submit}</SubmitButton>
        </div>
      </KeptForm>
    </Panel>
  )
}
