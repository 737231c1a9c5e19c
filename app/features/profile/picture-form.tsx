import { type ComponentType, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { loadTexts, useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Card } from '../../ui/content/card.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { leaveSheet } from '../../ui/navigation/sheet-history.ts'
import { useEarlyChange } from '../../ui/use-early-change.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import type { CropProps } from './picture-crop.tsx'
import styles from './picture-form.module.css'

const TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/**
 * A chosen file is cropped in a dialog and sent from there. Without scripts, or when the dialog fails to load, the
 * complete file is sent and the server crops its centre.
 */
export function PictureForm({ picture, failure }: { picture: string | null; failure: FormFailure | undefined }) {
  const t = useTexts('profile').picture
  const lang = useLang()
  const scripts = useScripts()
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [Crop, setCrop] = useState<ComponentType<CropProps>>()

  useEarlyChange(input, (field) => void choose(field))

  async function choose({ files }: HTMLInputElement) {
    const file = files?.[0]
    if (!file) return
    try {
      const [{ default: part }] = await Promise.all([import('./picture-crop.tsx'), loadTexts(lang, 'pictureCrop')])
      setCrop(() => part)
      setChosen(file)
    } catch {
      send(file)
    }
  }

  function send(file: Blob) {
    const form = new FormData()
    form.set('intent', 'picture')
    form.set('file', file, 'picture')
    done()
    leaveSheet(() => void submit(form, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true }))
  }

  function done() {
    setChosen(undefined)
    if (input.current) input.current.value = ''
  }

  const errors = failure && (failure.fields.file ?? [failure.message])
  return (
    <Card as="section" aria-labelledby="picture" className={styles.card}>
      <Avatar src={picture} size={96} />
      <div className={styles.body}>
        <h3 id="picture">{t.title}</h3>
        <p id="file-hint" className={styles.hint}>
          {t.hint}
        </p>
        <div className={styles.buttons}>
          <Form method="post" encType="multipart/form-data" className={styles.choose} preventScrollReset>
            <input type="hidden" name="intent" value="picture" />
            <label className={styles.label} htmlFor="file" data-button={scripts || undefined}>
              {picture ? t.change : t.choose}
            </label>
            <input
              ref={input}
              id="file"
              name="file"
              type="file"
              accept={TYPES}
              className={scripts ? 'visually-hidden' : undefined}
              aria-describedby={errors ? 'file-hint file-error' : 'file-hint'}
              aria-invalid={errors ? true : undefined}
              onChange={({ currentTarget }) => choose(currentTarget)}
            />
            {scripts ? null : <SubmitButton variant="quiet">{t.upload}</SubmitButton>}
          </Form>
          {picture ? (
            <Form method="post" preventScrollReset>
              <SubmitButton name="intent" value="removePicture" variant="plain" size="small">
                {t.remove}
              </SubmitButton>
            </Form>
          ) : null}
        </div>
        <div role="alert">
          <FieldErrorText id="file" errors={errors} />
        </div>
      </div>
      {Crop && chosen ? <Crop file={chosen} onCropped={send} onCancel={done} /> : null}
    </Card>
  )
}
