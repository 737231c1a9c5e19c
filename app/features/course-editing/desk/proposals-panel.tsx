import { Form } from 'react-router'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import type { Compared } from '../../../desk/record/compared.ts'
import { Comparison } from '../../../desk/record/comparison.tsx'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { EditedCourse } from '../desk-contract.ts'
import type { Proposal } from '../proposals-contract.ts'

export type ShownProposal = Omit<Proposal, 'changes'> & { fields: Compared[] }

/** What trainers propose, with what an editor decides; for the trainer, what became of it. */
export function ProposalsPanel({ course, proposals }: { course: EditedCourse; proposals: ShownProposal[] }) {
  const { proposals: t, compare } = useDeskTexts('courses')
  const { failureOf } = useDeskAnswer()
  const failure = failureOf('accept') ?? failureOf('refuse') ?? failureOf('withdraw')
  if (proposals.length === 0) return null
  return (
    <div id="proposals" className={styles.part}>
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      {proposals.map((proposal) =>
        proposal.decision ? (
          <Decided key={proposal.id} decision={proposal.decision} />
        ) : (
          <Panel key={proposal.id} title={course.may.change ? t.by(proposal.by ?? '—') : t.own}>
            <div className={styles.part}>
              <p>
                <Moment iso={proposal.at} />
              </p>
              <Comparison
                fields={proposal.fields}
                titles={{ before: t.before, after: t.after, empty: compare.empty }}
              />
              {course.may.change ? <Decision id={proposal.id} /> : <Withdrawal />}
            </div>
          </Panel>
        ),
      )}
    </div>
  )
}

function Decided({ decision: { isAccepted, reason } }: { decision: NonNullable<Proposal['decision']> }) {
  const t = useDeskTexts('courses').proposals
  return (
    <Alert kind={isAccepted ? 'success' : 'info'} title={isAccepted ? t.accepted : t.refused}>
      {reason ?? t.acceptedBody}
    </Alert>
  )
}

function Decision({ id }: { id: number }) {
  const t = useDeskTexts('courses').proposals
  const { failureOf, typedIn } = useDeskAnswer()
  const isThis = Number(typedIn('refuse')?.proposal) === id
  return (
    <>
      <Form method="post">
        <input type="hidden" name="proposal" value={id} />
        <SubmitButton name="intent" value="accept" size="small">
          {t.accept}
        </SubmitButton>
      </Form>
      <KeptForm name="answer" className={styles.form}>
        <input type="hidden" name="proposal" value={id} />
        <TextAreaField
          name="reason"
          id={`reason-${id}`}
          label={t.reason}
          hint={t.reasonHint}
          rows={2}
          defaultValue={isThis ? typedIn('refuse')?.reason : undefined}
          errors={isThis ? failureOf('refuse')?.fields.reason : undefined}
          required
        />
        <div>
          <SubmitButton name="intent" value="refuse" variant="quiet" size="small">
            {t.refuse}
          </SubmitButton>
        </div>
      </KeptForm>
    </>
  )
}

function Withdrawal() {
  const t = useDeskTexts('courses').proposals
  return (
    <Form method="post">
      <p>{t.waits}</p>
      <Button type="submit" name="intent" value="withdraw" variant="quiet" size="small">
        {t.withdraw}
      </Button>
    </Form>
  )
}
