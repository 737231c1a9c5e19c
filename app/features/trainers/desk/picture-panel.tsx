import { Form } from 'react-router'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { FromLibrary, PictureField } from '../../../desk/ui/picture-field.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { PORTRAIT_SHAPE } from '../../pictures/crop.ts'
import { Portrait } from '../../pictures/portrait.tsx'
import type { Trainer } from '../contract.ts'
import styles from './picture-panel.module.css'

/** The picture of a trainer: as pages show it, another one, or none. */
export function PicturePanel({ one }: { one: Trainer }) {
  const t = useDeskTexts('trainers')
  const lang = useLang()
  const { failureOf } = useDeskAnswer()
  const failure = failureOf('picture')
  return (
    <Panel title={t.picture.title}>
      <div className={styles.part}>
        {one.picture ? (
          <Portrait src={one.picture} alt={inLang(one.pictureAlt ?? one.name, lang)} size={144} />
        ) : (
          <p>{t.picture.none}</p>
        )}
        <Form method="post" encType="multipart/form-data" noValidate className={styles.part}>
          <FormErrors failure={failure} labels={{ file: t.picture.title }} ids={{ file: 'trainer-picture' }} />
          <PictureField
            key={one.picture}
            id="trainer-picture"
            label={t.picture.title}
            hint={t.picture.hint}
            shape={PORTRAIT_SHAPE}
            errors={failure?.fields.file}
          />
          <div className={styles.actions}>
            <SubmitButton name="intent" value="picture" variant="quiet">
              {t.picture.set}
            </SubmitButton>
            <FromLibrary path={`trainers/${one.id}`} />
          </div>
        </Form>
        {one.picture ? (
          <Command
            intent="removePicture"
            title={t.picture.remove}
            happens={t.picture.removeHappens}
            submit={t.picture.remove}
          />
        ) : null}
      </div>
    </Panel>
  )
}
