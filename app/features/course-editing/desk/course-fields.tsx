import type { ComponentProps } from 'react'
import { RichTextField } from '../../../desk/editor/rich-text-field.tsx'
import { BothLanguages, OtherConflicts } from '../../../desk/record/conflicts.tsx'
import { BothFields, ListField, Rows, StaleTexts, type Written } from '../../../desk/record/list-field.tsx'
import styles from '../../../desk/record/record.module.css'
import { SearchResult } from '../../../desk/record/writing-help.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { foldDigits } from '../../../locales/digits.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TextName } from '../course-texts.ts'
import type { EditedCourse } from '../desk-contract.ts'
import { textOf } from './course-form.ts'
import { optionsOf } from './options.ts'
import { SharePictures } from './share-pictures.tsx'
import { TrainersField } from './trainers-field.tsx'

export type Choices = {
  specializations: { id: number; name: Written; children: { id: number; name: Written }[] }[]
  trainers: { id: number; name: Written }[]
}
type Props = {
  /** What the fields show, by name. */
  texts: Record<string, string>
  course: EditedCourse
  errors: Record<string, string[]>
  failure: FormFailure | undefined
  choices: Choices
  publicUrl: string
}

/** The editor is loaded with the page of a course. */
const longText: LongField = (area) => <RichTextField {...area} />

const TEXTS = [
  ['name', undefined],
  ['summary', 3],
  ['description', 10],
  ['certificate', 2],
] as const
const SEO = [
  ['seoTitle', undefined],
  ['seoDescription', 2],
  ['seoKeywords', undefined],
] as const

/** All fields of a course but its price and its cover. */
export function CourseFields(props: Props) {
  const { texts, course, errors, choices, publicUrl } = props
  const t = useDeskTexts('courses')
  return (
    <>
      <Panel title={t.parts.texts}>
        <div className={styles.part}>
          {TEXTS.map(([name, lines]) => (
            <Both
              key={name}
              {...props}
              name={name}
              {...(lines ? { lines } : {})}
              {...(name === 'description' ? { hint: t.markdown, longField: longText } : {})}
              required
            />
          ))}
        </div>
      </Panel>
      <Panel title={t.parts.facts}>
        <FactFields texts={texts} errors={errors} choices={choices} formerSlugs={course.formerSlugs} />
      </Panel>
      <Panel title={t.parts.lists}>
        <StaleTexts value={staleTexts(course)}>
          <div className={styles.part}>
            {(['outcomes', 'prerequisites', 'audience'] as const).map((name) => (
              <ListField<Written>
                key={name}
                name={name}
                label={t[name]}
                value={texts[name]!}
                errors={errors[name]}
                addLabel={t.addItem}
                rowLabel={t.item}
                newRow={() => ({ ar: '' })}
              >
                {(row, change, path) => <BothFields label={t[name]} value={row} change={change} path={path} />}
              </ListField>
            ))}
            <OutlineField value={texts.outline!} errors={errors.outline} />
            <QuestionsField value={texts.faq!} errors={errors.faq} />
          </div>
        </StaleTexts>
      </Panel>
      <Panel title={t.parts.seo}>
        <div className={styles.part}>
          {SEO.map(([name, lines]) => (
            <Both key={name} {...props} name={name} {...(lines ? { lines } : {})} />
          ))}
          <Both {...props} name="coverAlt" />
          <SearchResult formId="edit" titleName="name" address={`${publicUrl}/{lang}/courses/${texts.slug}`} />
          <SharePictures courseId={course.id} version={`${course.version}.${course.draft?.version ?? 0}`} />
        </div>
      </Panel>
      <OtherConflicts texts={t} failure={props.failure} />
    </>
  )
}

/** The texts within the course's lists, as they are stored, that need new English. */
function staleTexts({ values, english }: EditedCourse): Written[] {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values)
  return english.flatMap(({ path, state }) => (state === 'stale' ? ((at(path) as Written | undefined) ?? []) : []))
}

function Both({ name, choices: _, publicUrl: __, course, ...shown }: Props & BothProps) {
  const t = useDeskTexts('courses')
  return <BothLanguages {...shown} name={name} label={t[name]} english={course.english} />
}
type LongField = NonNullable<ComponentProps<typeof BothLanguages>['longField']>
type BothProps = { name: TextName; lines?: number; hint?: string; required?: boolean; longField?: LongField }

function FactFields({
  texts,
  errors,
  choices,
  formerSlugs,
}: Pick<Props, 'texts' | 'errors' | 'choices'> & { formerSlugs: string[] }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  const text = (name: 'slug' | 'hours' | 'licence' | 'previewVideo', hint?: string) => (
    <TextField
      name={name}
      label={t[name]}
      defaultValue={texts[name]}
      errors={errors[name]}
      dir={name === 'slug' || name === 'licence' ? 'auto' : 'ltr'}
      required={name === 'slug' || name === 'hours'}
      {...(hint ? { hint } : {})}
    />
  )
  const { specializations } = choices
  return (
    <div className={styles.part}>
      {text('slug', t.slugHint)}
      {formerSlugs.length > 0 ? (
        <p>
          {t.formerSlugs}: <bdi>{formerSlugs.join(' · ')}</bdi>
        </p>
      ) : null}
      <FieldRow>
        <SelectField
          name="specializationId"
          label={t.specialization}
          options={specializations.map(({ id, name }) => ({ value: id, label: inLang(name, lang) }))}
          defaultValue={texts.specializationId}
          errors={errors.specializationId}
          required
        />
        <SelectField
          name="subSpecializationId"
          label={t.subSpecialization}
          options={[
            { value: '', label: t.none },
            ...specializations.flatMap(({ name, children }) =>
              children.map((part) => ({
                value: part.id,
                label: `${inLang(name, lang)} / ${inLang(part.name, lang)}`,
              })),
            ),
          ]}
          defaultValue={texts.subSpecializationId}
          errors={errors.subSpecializationId}
        />
        <SelectField
          name="category"
          label={t.category}
          options={optionsOf(t.categories)}
          defaultValue={texts.category}
          required
        />
        <SelectField name="level" label={t.level} options={optionsOf(t.levels)} defaultValue={texts.level} required />
        <SelectField
          name="deliveryMethod"
          label={t.deliveryMethod}
          options={optionsOf(t.deliveries)}
          defaultValue={texts.deliveryMethod}
          required
        />
        {text('hours')}
        {text('licence')}
        {text('previewVideo')}
      </FieldRow>
      <TrainersField
        value={texts.trainers ?? textOf('trainers', [])}
        trainers={choices.trainers}
        errors={errors.trainers}
      />
    </div>
  )
}

type Lesson = { title: Written; minutes: number }
type Unit = { title: Written; lessons: Lesson[] }

function OutlineField({ value, errors }: { value: string; errors: string[] | undefined }) {
  const t = useDeskTexts('courses')
  return (
    <ListField<Unit>
      name="outline"
      label={t.outline}
      value={value}
      errors={errors}
      addLabel={t.addUnit}
      rowLabel={t.unit}
      newRow={() => ({ title: { ar: '' }, lessons: [] })}
    >
      {(unit, change, path) => (
        <>
          <BothFields
            label={t.outline}
            value={unit.title}
            change={(title) => change({ ...unit, title })}
            path={`${path}.title`}
          />
          <Rows<Lesson>
            rows={unit.lessons}
            setRows={(lessons) => change({ ...unit, lessons })}
            path={`${path}.lessons`}
            addLabel={t.addLesson}
            rowLabel={t.lesson}
            newRow={() => ({ title: { ar: '' }, minutes: 30 })}
          >
            {(lesson, changeLesson, lessonPath) => (
              <>
                <BothFields
                  label={t.outline}
                  value={lesson.title}
                  change={(title) => changeLesson({ ...lesson, title })}
                  path={`${lessonPath}.title`}
                />
                <label className={styles.minutes}>
                  {t.minutes}
                  <input
                    inputMode="numeric"
                    maxLength={4}
                    dir="ltr"
                    // Cleared while typing: the field stays empty, and the form refuses it as it is.
                    value={lesson.minutes || ''}
                    onChange={({ target }) =>
                      changeLesson({ ...lesson, minutes: Number(foldDigits(target.value).replace(/\D/g, '')) })
                    }
                  />
                </label>
              </>
            )}
          </Rows>
        </>
      )}
    </ListField>
  )
}

type Question = { question: Written; answer: Written }

function QuestionsField({ value, errors }: { value: string; errors: string[] | undefined }) {
  const t = useDeskTexts('courses')
  return (
    <ListField<Question>
      name="faq"
      label={t.faq}
      value={value}
      errors={errors}
      addLabel={t.addQuestion}
      rowLabel={t.item}
      newRow={() => ({ question: { ar: '' }, answer: { ar: '' } })}
    >
      {(row, change, path) => (
        <>
          {(['question', 'answer'] as const).map((part) => (
            <BothFields
              key={part}
              label={t[part]}
              value={row[part]}
              change={(text) => change({ ...row, [part]: text })}
              path={`${path}.${part}`}
              isNamed
            />
          ))}
        </>
      )}
    </ListField>
  )
}
