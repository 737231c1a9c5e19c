import { Form } from 'react-router'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { errorsOf, labelsOf } from '../../../desk/record/field-labels.ts'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { FromLibrary, PictureField } from '../../../desk/ui/picture-field.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Money } from '../../../ui/content/money.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CoverPicture } from '../../pictures/cover-picture.tsx'
import { COVER_SHAPE } from '../../pictures/crop.ts'
import type { EditedCourse } from '../desk-contract.ts'
import { formOf } from './course-form.ts'
import { optionsOf } from './options.ts'

/** The price, for those who may set it; everybody else sees it. */
export function PricePanel({ course }: { course: EditedCourse }) {
  const t = useDeskTexts('courses')
  const { failureOf, typedIn } = useDeskAnswer()
  if (!course.may.price)
    return (
      <Panel title={t.parts.price}>
        <p>
          <Money halalas={course.values.priceHalalas} />
        </p>
        <p>{t.priceFor}</p>
      </Panel>
    )
  const original = formOf(course.values, 'price')
  const failure = failureOf('price')
  const texts = { ...original, ...typedIn('price') }
  const errors = errorsOf(failure?.fields)
  return (
    <Panel title={t.parts.price}>
      <FormErrors failure={failure && { ...failure, fields: errors }} labels={labelsOf(t, Object.keys(errors))} />
      <EditForm
        record={`course-price:${course.id}`}
        version={course.version}
        original={original}
        intent="price"
        id="price"
      >
        <FieldRow>
          <TextField
            name="priceHalalas"
            label={t.priceRiyals}
            inputMode="decimal"
            dir="ltr"
            defaultValue={texts.priceHalalas}
            errors={errors.priceHalalas}
            required
          />
          <TextField
            name="oldPriceHalalas"
            label={t.oldPriceRiyals}
            inputMode="decimal"
            dir="ltr"
            defaultValue={texts.oldPriceHalalas}
            errors={errors.oldPriceHalalas}
          />
          <SelectField
            name="vatTreatment"
            label={t.vat}
            options={optionsOf(t.vats)}
            defaultValue={texts.vatTreatment}
            required
          />
          <TextField name="vatReasonCode" label={t.vatReasonCode} dir="ltr" defaultValue={texts.vatReasonCode} />
        </FieldRow>
        <CheckField name="zeroRatedForCitizens" label={t.citizens} defaultChecked={texts.zeroRatedForCitizens !== ''} />
      </EditForm>
    </Panel>
  )
}

export function CoverPanel({ course }: { course: EditedCourse }) {
  const t = useDeskTexts('courses')
  const { failureOf } = useDeskAnswer()
  const failure = failureOf('cover')
  const { cover } = course.values
  return (
    <Panel title={t.parts.cover}>
      <div className={styles.part}>
        {cover ? (
          <CoverPicture src={cover} alt={course.values['coverAlt.ar'] ?? ''} sizes="20rem" className={styles.cover} />
        ) : null}
        {course.may.change ? (
          <Form method="post" encType="multipart/form-data" noValidate className={styles.form}>
            <FormErrors failure={failure} labels={labelsOf(t, ['file'])} ids={{ file: 'cover-file' }} />
            <PictureField
              key={cover}
              id="cover-file"
              label={t.cover}
              hint={t.coverHint}
              shape={COVER_SHAPE}
              errors={failure?.fields.file}
            />
            <div className={styles.actions}>
              <SubmitButton name="intent" value="cover" variant="quiet">
                {t.setCover}
              </SubmitButton>
              <FromLibrary path={`courses/${course.id}`} />
            </div>
          </Form>
        ) : null}
      </div>
    </Panel>
  )
}
