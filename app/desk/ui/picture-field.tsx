import { useEffect, useId, useRef, useState } from 'react'
import { cropOf, type Shape } from '../../features/pictures/crop.ts'
import { useLang } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './picture-field.module.css'

const RANGES = [
  ['x', { min: 0, max: 1, value: 0.5 }],
  ['y', { min: 0, max: 1, value: 0.5 }],
  ['size', { min: 0.3, max: 1, value: 1 }],
] as const
const PREVIEW_WIDTH = 640

/**
 * The file of a picture and, once there is one, the part of it that is shown, drawn as it will be cut. Without scripts
 * the ranges still count.
 */
export function PictureField({
  id: fileId,
  label,
  hint,
  shape,
  errors,
}: {
  /** Of the field, to which its errors lead. */
  id: string
  label: string
  hint: string
  shape: Shape
  errors: string[] | undefined
}) {
  const t = useDeskTexts('frame').picture
  const [picture, setPicture] = useState<ImageBitmap>()
  const [part, setPart] = useState({ x: 0.5, y: 0.5, size: 1 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const id = useId()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    const { left, top, width, height } = cropOf(picture, shape, part)
    context.drawImage(picture, left, top, width, height, 0, 0, context.canvas.width, context.canvas.height)
  }, [picture, shape, part])
  return (
    <>
      <TextField
        name="file"
        id={fileId}
        label={label}
        hint={hint}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        errors={errors}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // What cannot be drawn here is refused, with its reason, when it is sent.
          if (file) createImageBitmap(file).then(setPicture, () => setPicture(undefined))
        }}
        required
      />
      <fieldset className={styles.crop} data-waiting={!picture || undefined}>
        <legend>{t.part}</legend>
        {RANGES.map(([name, { min, max, value }]) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{t.parts[name]}</label>
            <input
              type="range"
              id={`${id}-${name}`}
              name={name}
              dir="ltr"
              {...{ min, max, step: 0.02 }}
              defaultValue={value}
              onInput={({ currentTarget }) => setPart({ ...part, [name]: Number(currentTarget.value) })}
            />
          </div>
        ))}
      </fieldset>
      {picture ? (
        <canvas
          ref={canvas}
          role="img"
          aria-label={t.preview}
          width={PREVIEW_WIDTH}
          height={(PREVIEW_WIDTH * shape.height) / shape.width}
          className={styles.preview}
        />
      ) : null}
    </>
  )
}

/** Leads to the media library, to choose a picture for a record. @param path of the record at the desk */
export function FromLibrary({ path }: { path: string }) {
  const t = useDeskTexts('frame').picture
  const lang = useLang()
  return (
    <ButtonLink to={deskLink(lang, 'media', { for: path })} variant="plain" icon="image">
      {t.fromLibrary}
    </ButtonLink>
  )
}
