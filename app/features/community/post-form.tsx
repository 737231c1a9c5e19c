import { Form, Link } from 'react-router'
import { textLanguage } from '../../locales/text-language.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useDraft } from '../../ui/fields/use-draft.ts'
import { MarkdownField } from '../comments/markdown-field.tsx'
import type { Attachment } from '../uploads/contract.ts'
import { FileField } from '../uploads/file-field.tsx'
import styles from './post-form.module.css'
import type { PostFormAnswer, PostValues } from './post-values.ts'

/** The id of the text field: `content` is already the id of the page's main element. */
const TEXT = 'post-content'
/** The page of a post. */
const PUBLISHED = /\/community\/\d+$/
const MAX_LENGTH = { title: 200, content: 20_000 }

type Props = {
  categories: { id: number; name: string }[]
  /** The initial values. */
  saved: PostValues
  attachment: Attachment | undefined
  answer: PostFormAnswer
  /** The text that is saved now, when another user changed it in the meantime. */
  newer?: string | undefined
  /** An already published post keeps its publish date. */
  isPublished: boolean
  isNew: boolean
  cancel: string
}

/** The form for a new post and for editing one. */
export function PostForm({ categories, saved, attachment, answer, newer, isPublished, isNew, cancel }: Props) {
  const lang = useLang()
  const t = useTexts('community').form
  const writing = useTexts('writing')
  const failure = answer?.failure
  const values = answer?.values ?? saved
  const isOpen = failure !== undefined || answer?.preview !== undefined
  const draft = useDraft(isNew ? 'post' : undefined, isOpen, PUBLISHED)
  const errors = (name: string) => failure?.fields[name]
  return (
    <Form method="post" encType="multipart/form-data" className={styles.form} noValidate {...draft}>
      <FormErrors failure={failure} labels={t.fields} ids={{ content: TEXT }} />
      {newer !== undefined && (
        <Alert kind="warning" title={writing.newerText}>
          <p className={styles.newer} dir="auto">
            {newer}
          </p>
        </Alert>
      )}
      <input type="hidden" name="version" value={saved.version} />
      <TextField
        name="title"
        label={t.fields.title}
        errors={errors('title')}
        defaultValue={values.title}
        maxLength={MAX_LENGTH.title}
        dir="auto"
        required
      />
      <MarkdownField
        name="content"
        id={TEXT}
        label={t.fields.content}
        hint={t.contentHint}
        errors={errors('content')}
        defaultValue={values.content}
        maxLength={MAX_LENGTH.content}
      />
      <FileField
        saved={answer ? answer.attachment : attachment}
        alt={values.fileAlt}
        errors={errors('file')}
        altErrors={errors('fileAlt')}
        draft={isNew ? 'post' : undefined}
      />
      {answer?.preview !== undefined && (
        <section className={styles.preview} aria-labelledby="preview">
          <h2 id="preview" data-arrival tabIndex={-1}>
            {t.preview}
          </h2>
          <Prose html={answer.preview} {...textLanguage(values.content, lang)} />
        </section>
      )}
      <FieldRow isFilled>
        <SelectField
          name="categoryId"
          label={t.fields.categoryId}
          errors={errors('categoryId')}
          defaultValue={values.categoryId}
          options={[
            { value: '', label: t.chooseCategory },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          required
        />
        {isPublished ? (
          <input type="hidden" name="publishDate" value={saved.publishDate} />
        ) : (
          <TextField
            name="publishDate"
            type="datetime-local"
            label={t.fields.publishDate}
            hint={t.publishHint}
            errors={errors('publishDate')}
            defaultValue={values.publishDate}
            required
          />
        )}
      </FieldRow>
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="save">
          {isNew ? t.publish : writing.save}
        </SubmitButton>
        <SubmitButton name="intent" value="preview" variant="quiet">
          {t.showPreview}
        </SubmitButton>
        <Link to={cancel}>{writing.cancel}</Link>
      </div>
    </Form>
  )
}
