import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { Conflict } from '../../../desk/edit-form/two-languages.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { RecordName } from '../../../desk/ui/record-name.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { TextName as ArticleText } from '../../article-editing/article-texts.ts'
import type { TextName as CourseText } from '../../course-editing/course-texts.ts'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { TranslatedText } from '../contract.ts'
import { SAVING } from './saving.ts'
import styles from './translations.module.css'

/** Names a text on the page and in its address. */
export const keyOf = ({ kind, id, path }: Pick<TranslatedText, 'kind' | 'id' | 'path'>) => `${kind}:${id}:${path}`

/** The Arabic text, and beside it a field for its English. @param next the text to go on with */
export function OpenText({ text, next }: { text: TranslatedText; next: TranslatedText | undefined }) {
  const t = useDeskTexts('translations')
  const lang = useLang()
  const { confirm, failureOf, typedIn } = useDeskAnswer()
  const key = keyOf(text)
  const asked = confirm && Object.fromEntries(confirm.entries).key === key ? confirm : undefined
  const typed = typedIn('save')
  const failure = typed.key === key ? failureOf('save') : undefined
  const unconfirmed = typedIn('confirm').key === key ? failureOf('confirm') : undefined
  const isEditable = text.mayChange && SAVING[text.kind] !== undefined
  const page = SAVING[text.kind]?.page(text.id)
  const name = inLang(text.name, lang)
  const shownName = <RecordName>{name}</RecordName>
  const isCaptions = text.kind === 'lesson' && text.path === 'captions'
  const arabic = (
    <p className={styles.arabic} lang="ar" dir="rtl" data-lines={isCaptions || undefined}>
      {text.ar}
    </p>
  )
  const heading = (
    <header className={styles.head}>
      <h2>
        {page ? <Link to={deskLink(lang, page)}>{shownName}</Link> : shownName} <small>{t.kinds[text.kind]}</small>
      </h2>
      <p>{labelOf(t, text)}</p>
      <Badge tone="clay">{t.states[text.state]}</Badge>
    </header>
  )
  if (asked)
    return (
      <li data-row className={styles.text}>
        {heading}
        <ConfirmItIsYou confirm={asked} />
      </li>
    )
  if (!isEditable)
    return (
      <li data-row className={styles.text}>
        {heading}
        <div className={styles.sides}>
          {arabic}
          <div>
            {text.en ? (
              <p lang="en" dir="ltr">
                {text.en}
              </p>
            ) : null}
            <small>{SAVING[text.kind] ? t.notYours : t.noForm}</small>
          </div>
        </div>
      </li>
    )
  const errors = Object.values(errorsOf(failure?.fields)).flat()
  return (
    <li data-row className={styles.text}>
      {heading}
      <EditForm
        record={`translation:${key}`}
        id={`form-${key}`}
        version={text.version ?? 1}
        original={{ en: text.en ?? '' }}
        saveLabel={t.save}
        actions={
          text.state === 'stale' ? (
            <Button type="submit" name="intent" value="confirm" variant="quiet">
              {t.confirm}
            </Button>
          ) : undefined
        }
      >
        {Object.entries({ kind: text.kind, id: text.id, path: text.path, key }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <input type="hidden" name="arabic" value={text.ar} />
        <input type="hidden" name="english" value={text.en ?? ''} />
        <input type="hidden" name="next" value={next ? keyOf(next) : ''} />
        <FormErrors failure={failure && !failure.conflicts ? failure : undefined} labels={{}} />
        <FormErrors failure={unconfirmed && inWords(unconfirmed, t.changed)} labels={{}} />
        <div className={styles.sides}>
          {arabic}
          <textarea
            name="en"
            id={key}
            lang="en"
            dir="ltr"
            aria-label={`${t.english}: ${name}, ${labelOf(t, text)}`}
            aria-invalid={errors.length > 0 || undefined}
            defaultValue={(failure && typed.en) ?? text.en ?? ''}
            rows={Math.min(Math.ceil(text.ar.length / 60) + 1, 16)}
          />
        </div>
        {Object.entries(failure?.conflicts ?? {}).map(([field, { yours, theirs }]) => (
          <Conflict key={field} yours={String(yours)} theirs={String(theirs ?? '')} />
        ))}
      </EditForm>
    </li>
  )
}

/** Of a record that changed meanwhile, what that means here. */
export const inWords = (failure: FormFailure, changed: string): FormFailure =>
  failure.code === 'changedMeanwhile' ? { ...failure, message: changed } : failure

/** Each text of a course or an article has a name here; without one, types fail. */
type Labels = Record<string, string> & Record<CourseText | ArticleText, string>

/** `outline.0.title`: the outline, with the numbers of its parts from 1. */
function labelOf(t: { fields: Labels }, { path }: TranslatedText): string {
  const steps = path.split('.').filter((step) => t.fields[step] || /^\d+$/.test(step))
  return steps.map((step) => t.fields[step] ?? formatNumber(Number(step) + 1)).join(' · ')
}
