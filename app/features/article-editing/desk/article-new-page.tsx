import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { labelsOf } from '../../../desk/record/field-labels.ts'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'articles.change')
  const { categories, authors } = await page.api.articleEditing.articleChoices({})
  // A search without results begins an article about it.
  const { 'title.ar': ar, 'title.en': en } = queryOf(request)
  return { categories, authors, title: { ar, en } }
})

export const action = deskAction({
  add: async ({ api, lang }, form) => {
    const { newCategory, ...fields } = fieldsOf(form, 'title.ar', 'title.en', 'categoryId', 'authorId', 'newCategory')
    const made = newCategory ? await api.articleEditing.addArticleCategory({ 'name.ar': newCategory }) : undefined
    const categoryId = made ? made.id : fields.categoryId
    const { id } = await api.articleEditing.addArticle({ 'title.ar': '', ...fields, categoryId } as never)
    return { to: deskLink(lang, `articles/${id}`, { said: 'added' }) }
  },
})

export const meta = deskMeta('articles', (t) => t.addTitle)

/** The few facts without which there is no article; everything else is written on its page. */
export default function NewArticlePage() {
  const { categories, authors, title } = useLoaderData<typeof loader>()
  const t = useDeskTexts('articles')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('add')
  const typed = typedIn('add')
  const errors = failure?.fields ?? {}
  return (
    <>
      <DeskHead title={t.addTitle} lead={t.addLead} above={{ title: t.title, path: 'articles' }} />
      <KeptForm className={styles.form}>
        <FormErrors failure={failure} labels={{ ...labelsOf(t, Object.keys(errors)), 'title.ar': t.heading }} />
        <TwoLanguages
          name="title"
          label={t.heading}
          values={{ ar: typed['title.ar'] ?? title.ar ?? '', en: typed['title.en'] ?? title.en ?? '' }}
          errors={errors}
          required
        />
        <FieldRow>
          <SelectField
            name="categoryId"
            label={t.category}
            options={[
              { value: '', label: t.chooseCategory },
              ...categories.map(({ id, name }) => ({ value: id, label: inLang(name, lang) })),
            ]}
            defaultValue={typed.categoryId ?? ''}
            errors={errors.categoryId}
          />
          <TextField
            name="newCategory"
            label={t.newCategory}
            hint={t.newCategoryHint}
            defaultValue={typed.newCategory}
            errors={errors['name.ar']}
          />
          <SelectField
            name="authorId"
            label={t.author}
            options={[
              { value: '', label: t.me },
              ...authors.map(({ id, name }) => ({ value: id, label: inLang(name, lang) })),
            ]}
            defaultValue={typed.authorId ?? ''}
            errors={errors.authorId}
          />
        </FieldRow>
        <div className={styles.actions}>
          <SubmitButton name="intent" value="add">
            {t.add}
          </SubmitButton>
        </div>
      </KeptForm>
    </>
  )
}
