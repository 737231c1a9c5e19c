import { Form } from 'react-router'
import type { History } from '../../features/revisions/records-contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import type { Compared } from './compared.ts'
import styles from './comparison.module.css'
import { Comparison } from './comparison.tsx'
import { errorsOf, labelsInLanguages } from './field-labels.ts'
import { momentText } from './moment-text.ts'
import type { RecordTexts } from './record-texts.ts'

/** Of the versions to choose from; older ones are reached from the history, by their address. */
export const MAX_CHOICES = 50

/** Which two versions an address asks for: the last change without a choice. */
export function askedVersions(query: Record<string, string>, version: number) {
  const to = Number(query.to) || version
  return { to, from: Number(query.from) || Math.max(1, to - 1) }
}

/**
 * Two revisions of a record, field by field; from here the older one is restored.
 * @param above the record's page
 */
export function CompareView({
  above,
  version,
  from,
  to,
  revisions,
  mayChange,
  fields,
  t,
}: {
  above: { title: string; path: string }
  version: number
  from: number
  to: number
  revisions: History['items']
  mayChange: boolean
  fields: Compared[]
  t: Pick<RecordTexts, 'actions' | 'compare' | 'languages'>
}) {
  const lang = useLang()
  const failure = useDeskAnswer().failureOf('restore')
  const errors = errorsOf(failure?.fields)
  const labels = labelsInLanguages(t, Object.keys(errors))
  // The fields are on another page: each reason names its field, and leads nowhere.
  const reasons = Object.entries(errors).map(([name, of]) => [name, of.map((reason) => `${labels[name]}: ${reason}`)])
  const named = revisions.map(({ version: value, action, at, by }) => ({
    value,
    label: [t.compare.version(value), t.actions[action] ?? action, momentText(at, lang), ...(by ? [by] : [])].join(
      ' · ',
    ),
  }))
  const options = (chosen: number) =>
    named.some(({ value }) => value === chosen)
      ? named
      : [{ value: chosen, label: t.compare.version(chosen) }, ...named]
  return (
    <>
      <DeskHead title={t.compare.title} above={above} />
      {revisions.length === 0 ? (
        <EmptyState title={t.compare.none} body={t.compare.noneBody} />
      ) : (
        <Form className={styles.choice}>
          <SelectField name="from" label={t.compare.from} options={options(from)} defaultValue={from} required />
          <SelectField name="to" label={t.compare.to} options={options(to)} defaultValue={to} required />
          <SubmitButton variant="quiet">{t.compare.show}</SubmitButton>
        </Form>
      )}
      {revisions.length > 0 && fields.length === 0 ? <p role="status">{t.compare.same}</p> : null}
      <Comparison
        fields={fields}
        titles={{ before: t.compare.version(from), after: t.compare.version(to), empty: t.compare.empty }}
      />
      {mayChange && from < version && fields.length > 0 ? (
        <Form method="post" className={styles.restore}>
          <input type="hidden" name="revision" value={from} />
          <p>{t.compare.restoreHint}</p>
          <FormErrors
            failure={failure && { ...failure, fields: Object.fromEntries(reasons) }}
            labels={{}}
            title={t.compare.refused(from)}
          />
          <SubmitButton name="intent" value="restore" variant="quiet">
            {t.compare.restore(from)}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  )
}
