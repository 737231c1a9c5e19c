import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { Review } from '../applications/applications-contract.ts'
import type { Lead } from '../contract.ts'
import styles from './application-panel.module.css'

const SCORES = [5, 4, 3, 2, 1]
const PREFIX = 'score-'

const rounded = (mean: number) => formatNumber(Math.round(mean * 10) / 10)

const VERSION_PREFIX = 'version-'

/** The scores of the form; criteria without one are left out. */
export const scoresIn = (form: FormData) => ({
  scores: [...form].flatMap(([name, score]) => {
    if (!name.startsWith(PREFIX) || score === '') return []
    const criterion = name.slice(PREFIX.length)
    return [{ criterion, version: String(form.get(VERSION_PREFIX + criterion) ?? ''), score: String(score) }]
  }),
  note: String(form.get('note') ?? ''),
})

type Props = { enquiry: Lead; review: Review; mayMakeTrainer: boolean }

/** The CV in place, what reviewers think, and the way to a trainer. */
export function ApplicationPanel({ enquiry: { reference, cv, email }, review, mayMakeTrainer }: Props) {
  const t = useDeskTexts('enquiries').application
  const lang = useLang()
  return (
    <>
      {cv ? (
        <Panel title={t.cv} isForScreen>
          <p>
            <a href={`${deskLink(lang, `enquiries/${reference}/cv`)}?download=1`}>
              {t.download} <bdi>{cv.name}</bdi>
            </a>
          </p>
          {cv.name.toLowerCase().endsWith('.pdf') ? (
            <Viewer address={deskLink(lang, `enquiries/${reference}/cv`)} />
          ) : null}
        </Panel>
      ) : null}
      <Panel title={t.title}>
        <Means review={review} />
        {email && review.criteria.some(({ isRetired }) => !isRetired) ? <ScoreForm review={review} /> : null}
        {review.criteria.length === 0 ? <p>{t.noCriteria}</p> : null}
        <MakeTrainer reference={reference} review={review} isAllowed={mayMakeTrainer && Boolean(email)} />
      </Panel>
    </>
  )
}

/** Opened only on request: each opening is in the audit log. Without scripts, a page of its own. */
function Viewer({ address }: { address: string }) {
  const t = useDeskTexts('enquiries').application
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.viewer} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.view}</summary>
      {isOpen ? (
        <iframe src={address} title={t.cv} />
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {t.cv}
        </a>
      )}
    </details>
  )
}

/** The mean of each criterion and of all, and who said what. */
function Means({ review: { criteria, mean, reviews } }: { review: Review }) {
  const t = useDeskTexts('enquiries').application
  const lang = useLang()
  if (reviews.length === 0) return <p>{t.none}</p>
  return (
    <>
      <dl className={styles.means}>
        {criteria.map(({ id, name, mean: ofOne }) =>
          ofOne === undefined ? null : (
            <div key={id}>
              <dt>{name[lang]}</dt>
              <dd>{t.outOf(rounded(ofOne))}</dd>
            </div>
          ),
        )}
        {mean === undefined ? null : (
          <div className={styles.whole}>
            <dt>{t.mean}</dt>
            <dd>{t.outOf(rounded(mean))}</dd>
          </div>
        )}
      </dl>
      <ul className={styles.reviews}>
        {reviews.map(({ by, at, note, mean: own, scores }) => (
          <li key={`${by}-${at}`}>
            <strong>
              <bdi>{by}</bdi>
            </strong>{' '}
            {own === undefined ? null : t.outOf(rounded(own))} · <Moment iso={at} />
            <ul className={styles.given}>
              {scores.map(({ name, score, isFormer }) => (
                <li key={name.ar}>
                  {name[lang]}: {t.outOf(formatNumber(score))}
                  {isFormer ? <small> ({t.formerName})</small> : null}
                </li>
              ))}
            </ul>
            {note ? <p dir="auto">{note}</p> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function ScoreForm({ review: { criteria, ownNote } }: { review: Review }) {
  const t = useDeskTexts('enquiries').application
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('score')
  const typed = typedIn('score')
  return (
    <KeptForm name="assessment" className={styles.form} preventScrollReset>
      <FormErrors failure={failure} labels={{ scores: t.title, note: t.note }} />
      <input type="hidden" name="intent" value="score" />
      <FieldRow>
        {criteria
          .filter(({ isRetired }) => !isRetired)
          .map(({ id, version, name, own }) => (
            <Fragment key={id}>
              <input type="hidden" name={VERSION_PREFIX + id} value={version} />
              <SelectField
                name={`${PREFIX}${id}`}
                label={name[lang]}
                defaultValue={typed[`${PREFIX}${id}`] ?? own ?? ''}
                options={[
                  { value: '', label: t.noScore },
                  ...SCORES.map((score) => ({ value: score, label: t.outOf(formatNumber(score)) })),
                ]}
              />
            </Fragment>
          ))}
      </FieldRow>
      <TextAreaField
        name="note"
        id="score-note"
        label={t.note}
        rows={3}
        defaultValue={typed.note ?? ownNote}
        errors={failure?.fields.note}
      />
      <div>
        <SubmitButton size="small">{t.save}</SubmitButton>
      </div>
    </KeptForm>
  )
}

function MakeTrainer({
  reference,
  review: { trainer },
  isAllowed,
}: {
  reference: string
  review: Review
  isAllowed: boolean
}) {
  const t = useDeskTexts('enquiries').application
  const lang = useLang()
  if (trainer)
    return (
      <p>
        {t.became}{' '}
        <Link to={deskLink(lang, `trainers/${trainer.id}`)}>
          <bdi>{trainer.name}</bdi>
        </Link>
      </p>
    )
  if (!isAllowed) return null
  return (
    <div>
      <ButtonLink to={deskLink(lang, 'trainers/new', { application: reference })} variant="quiet" icon="plus">
        {t.makeTrainer}
      </ButtonLink>
    </div>
  )
}
