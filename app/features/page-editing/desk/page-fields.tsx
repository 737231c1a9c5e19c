import { BothLanguages, FieldConflict } from '../../../desk/record/conflicts.tsx'
import { ListField } from '../../../desk/record/list-field.tsx'
import styles from '../../../desk/record/record.module.css'
import { SearchResult } from '../../../desk/record/writing-help.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { FoldedPanel, Panel } from '../../../desk/ui/panel.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { isAddedSection } from '../../pages/added-section.ts'
import { isHomeList } from '../../pages/home-lists.ts'
import type { EditedSitePage } from '../desk-contract.ts'
import type { Layout } from '../page-values.ts'
import { nextSectionKey } from '../sections.ts'
import { ItemsField } from './items-field.tsx'
import { partsOfSection, readable, sectionName } from './page-form.ts'
import { PagePicture } from './page-picture.tsx'

type Props = {
  /** What the fields show, by name. */
  texts: Record<string, string>
  /** The sections whose fields are shown. */
  layout: Layout
  page: EditedSitePage
  errors: Record<string, string[]>
  failure: FormFailure | undefined
  publicUrl: string
}

/** All fields of a page: its head, its sections, and what search engines show. */
export function PageFields({ layout, publicUrl, ...props }: Props) {
  const t = useDeskTexts('pages')
  const { page } = props
  const hasTexts = 'title.ar' in page.values
  const hasSeo = 'seoTitle.ar' in page.values
  return (
    <>
      {hasTexts ? (
        <>
          <Panel title={t.parts.head}>
            <div className={styles.part}>
              <Both {...props} name="title" label={t.heading} required />
              <Both {...props} name="description" label={t.description} lines={2} required />
              {'image' in page.values ? <Picture {...props} prefix="" /> : null}
            </div>
          </Panel>
          <Panel title={t.parts.layout}>
            <LayoutField {...props} />
          </Panel>
          {layout.map(({ key, hidden }, place) => (
            <SectionFields key={key} {...props} sectionKey={key} isHidden={hidden} isFirst={place === 0} />
          ))}
        </>
      ) : null}
      {hasSeo ? (
        <Panel title={t.parts.seo}>
          <div className={styles.part}>
            <Both {...props} name="seoTitle" label={t.seoTitle} required />
            <Both {...props} name="seoDescription" label={t.seoDescription} lines={2} required />
            <Both {...props} name="seoKeywords" label={t.seoKeywords} required />
            <SearchResult formId="edit" titleName="title" address={`${publicUrl}/{lang}${page.path ?? ''}`} />
          </div>
        </Panel>
      ) : null}
    </>
  )
}

type FieldProps = Omit<Props, 'layout' | 'publicUrl'>

function Both({
  page,
  ...shown
}: FieldProps & { name: string; label: string; lines?: number; hint?: string; required?: boolean }) {
  return <BothLanguages {...shown} english={page.english} />
}

/** A picture with its words. @param prefix of the names of its fields */
function Picture({ prefix, ...props }: FieldProps & { prefix: string }) {
  const t = useDeskTexts('pages').pictureOf
  const name = `${prefix}image`
  return (
    <>
      <PagePicture name={name} value={props.texts[name] ?? ''} errors={props.errors[name]} />
      <FieldConflict name={name} failure={props.failure} />
      <Both {...props} name={`${prefix}imageAlt`} label={t.imageAlt} hint={t.altHint} />
    </>
  )
}

function LayoutField({ page, texts, errors, failure }: FieldProps) {
  const t = useDeskTexts('pages')
  const lang = useLang()
  return (
    <>
      <p>
        <small>{t.layoutHint}</small>
      </p>
      <ListField<Layout[number]>
        name="layout"
        label={t.layout}
        value={texts.layout!}
        errors={errors.layout}
        addLabel={t.addSection}
        rowLabel={t.section}
        newRow={(rows) => ({ key: nextSectionKey(rows.map(({ key }) => key)), hidden: false })}
        mayRemove={({ key }) => isAddedSection(key)}
      >
        {(row, change) => (
          <>
            <p>
              <strong dir="auto">{sectionName(page.values, row.key, lang, t)}</strong>
            </p>
            <label>
              <input
                type="checkbox"
                checked={row.hidden}
                onChange={({ target }) => change({ ...row, hidden: target.checked })}
              />{' '}
              {t.hide}
              <span className="visually-hidden">: {sectionName(page.values, row.key, lang, t)}</span>
            </label>
          </>
        )}
      </ListField>
      <FieldConflict
        name="layout"
        failure={failure}
        inWords={(value) => readable('layout', value, page.values, lang, t)}
      />
    </>
  )
}

const SECTION_LINES = 6

function SectionFields({
  sectionKey: key,
  isHidden,
  isFirst,
  ...props
}: FieldProps & { sectionKey: string; isHidden: boolean; isFirst: boolean }) {
  const t = useDeskTexts('pages')
  const lang = useLang()
  const name = sectionName(props.page.values, key, lang, t)
  const items = `sections.${key}.items`
  const { hasPicture, hasItems, hasItemPictures } = partsOfSection(props.page.code, key, props.page.values)
  const wrong = [...Object.keys(props.errors), ...Object.keys(props.failure?.conflicts ?? {})]
  const isWrong = wrong.some((field) => field.startsWith(`sections.${key}.`))
  return (
    <FoldedPanel title={isHidden ? `${name} (${t.hidden})` : name} isOpen={isFirst || isWrong}>
      <div className={styles.part}>
        <Both {...props} name={`sections.${key}.title`} label={t.sectionTitle} />
        <Both {...props} name={`sections.${key}.body`} label={t.sectionBody} lines={SECTION_LINES} hint={t.markdown} />
        {hasPicture ? <Picture {...props} prefix={`sections.${key}.`} /> : null}
        {isHomeList(key) ? (
          <p>
            <small>{t.listHint}</small>
          </p>
        ) : null}
        {hasItems ? (
          <>
            <ItemsField
              name={items}
              value={props.texts[items] ?? '[]'}
              errors={props.errors[items]}
              hasPictures={hasItemPictures}
            />
            <FieldConflict name={items} failure={props.failure} />
          </>
        ) : null}
      </div>
    </FoldedPanel>
  )
}
