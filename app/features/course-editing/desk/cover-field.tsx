import { useEffect, useId, useRef, useState } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { COVER_SHAPE, cropOf } from '../cover-crop.ts'
import styles from './course-desk.module.css'

const RANGES = [
  ['x', { min: 0, max: 1, value: 0.5 }],
  ['y', { min: 0, max: 1, value: 0.5 }],
  ['size', { min: 0.3, max: 1, value: 1 }],
] as const
const PREVIEW_WIDTH = 640

/** The file of a cover and the part of it that is shown, drawn as it will be cut. Without scripts the ranges still count. */
export function CoverField({ errors }: { errors: string[] | undefined }) {
  const t = useDeskTexts('courses')
  const [picture, setPicture] = useState<ImageBitmap>()
  const [part, setPart] = useState({ x: 0.5, y: 0.5, size: 1 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const id = useId()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    const { left, top, width, height } = cropOf(picture, part)
    context.drawImage(picture, left, top, width, height, 0, 0, context.canvas.width, context.canvas.height)
  }, [picture, part])
  return (
    <>
      <TextField
        name="file"
        id="cover-file"
        label={t.cover}
        hint={t.coverHint}
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
      <fieldset className={styles.crop}>
        <legend>{t.coverPart}</legend>
        {RANGES.map(([name, { min, max, value }]) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{t.coverParts[name]}</label>
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
          aria-label={t.coverPreview}
          width={PREVIEW_WIDTH}
          height={(PREVIEW_WIDTH * COVER_SHAPE.height) / COVER_SHAPE.width}
          className={styles.cover}
        />
      ) : null}
    </>
  )
}
