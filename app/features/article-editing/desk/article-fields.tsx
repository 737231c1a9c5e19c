import type { ComponentProps } from 'react'
import { RichTextField } from '../../../desk/editor/rich-text-field.tsx'
import { BothLanguages, OtherConflicts } from '../../../desk/record/conflicts.tsx'
import styles from '../../../desk/record/record.module.css'
import { SearchResult } from '../../../desk/record/writing-help.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TextName } from '../article-texts.ts'
import type { ArticleChoices, EditedArticle } from '../desk-contract.ts'

type Props = {
  /** What the fields show, by name. */
  texts: Record<string, string>
  article: EditedArticle
  errors: Record<string, string[]>
  failure: FormFailure | undefined
  choices: ArticleChoices
  publicUrl: string
}

const BODY_LINES = 24

/** All fields of an article but its cover. */
export function ArticleFields({ texts, article, errors, failure, choices, publicUrl }: Props) {
  const t = useDeskTexts('articles')
  const both = (name: TextName, label: string, more: Partial<ComponentProps<typeof BothLanguages>> = {}) => (
    <BothLanguages {...{ name, label, texts, errors, failure }} english={article.english} {...more} />
  )
  return (
    <>
      <Panel title={t.parts.texts}>
        <div className={styles.part}>
          {both('title', t.heading, { required: true })}
          {both('summary', t.summary, { lines: 3, required: true })}
          {both('body', t.body, {
            lines: BODY_LINES,
            hint: t.markdown,
            required: true,
            longField: (area) => <RichTextField {...area} takesPictures hasOwnDirection />,
          })}
        </div>
      </Panel>
      <Panel title={t.parts.facts}>
        <FactFields {...{ texts, errors, failure, choices }} formerSlugs={article.formerSlugs} />
      </Panel>
      <Panel title={t.parts.seo}>
        <div className={styles.part}>
          {both('seoTitle', t.seoTitle)}
          {both('seoDescription', t.seoDescription, { lines: 2 })}
          {both('seoKeywords', t.seoKeywords)}
          {both('coverAlt', t.coverAlt)}
          <SearchResult formId="edit" titleName="title" address={`${publicUrl}/{lang}/blog/${texts.slug}`} />
        </div>
      </Panel>
      <OtherConflicts texts={t} failure={failure} />
    </>
  )
}

function FactFields({
  texts,
  errors,
  choices: { categories, authors, tags },
  formerSlugs,
}: Pick<Props, 'texts' | 'errors' | 'failure' | 'choices'> & { formerSlugs: string[] }) {
  const t = useDeskTexts('articles')
  const lang = useLang()
  const select = (name: string, label: string, rows: ArticleChoices['authors']) => (
    <SelectField
      name={name}
      label={label}
      options={[
        // The author of an old article may be nobody who writes for the institute now.
        ...(rows.some(({ id }) => String(id) === texts[name])
          ? []
          : [{ value: texts[name] ?? '', label: t.formerAuthor }]),
        ...rows.map((row) => ({ value: row.id, label: inLang(row.name, lang) })),
      ]}
      defaultValue={texts[name]}
      errors={errors[name]}
      required
    />
  )
  return (
    <div className={styles.part}>
      <TextField
        name="slug"
        label={t.slug}
        hint={t.slugHint}
        defaultValue={texts.slug}
        errors={errors.slug}
        dir="auto"
        required
      />
      {formerSlugs.length > 0 ? (
        <p>
          {t.formerSlugs}: <bdi>{formerSlugs.join(' · ')}</bdi>
        </p>
      ) : null}
      <FieldRow>
        {select('categoryId', t.category, categories)}
        {select('authorId', t.author, authors)}
      </FieldRow>
      <TextField
        name="tags"
        label={t.tags}
        hint={t.tagsHint}
        defaultValue={texts.tags}
        errors={errors.tags}
        list="known-tags"
        required
      />
      <datalist id="known-tags">
        {tags.map(({ key, name }) => (
          <option key={key} value={inLang(name, lang)} />
        ))}
      </datalist>
    </div>
  )
}
