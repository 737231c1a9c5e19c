import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { RESTORED } from '../../../desk/drafts/draft-store.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useAssetUrl } from '../../../ui/asset-url.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './media.module.css'

type Props = {
  address: string
  width: number
  height: number
  alt: string
  values: Record<string, string>
  errors: Record<string, string[]>
}

const NAMES = ['focusX', 'focusY'] as const

/** The point that stays visible when a picture is cut: pressed in the picture, or typed. */
export function FocusField({ address, width, height, alt, values, errors }: Props) {
  const t = useDeskTexts('media').focus
  const assetUrl = useAssetUrl()
  const box = useRef<HTMLFieldSetElement>(null)
  const [at, setAt] = useState({ focusX: Number(values.focusX), focusY: Number(values.focusY) })
  const fieldOf = (name: string) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)

  // Before the form restores, as it does once its fields are there.
  useLayoutEffect(() => {
    const fields = NAMES.flatMap((name) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? [])
    const read = () => setAt({ focusX: Number(fields[0]?.value), focusY: Number(fields[1]?.value) })
    for (const field of fields) field.addEventListener(RESTORED, read)
    return () => {
      for (const field of fields) field.removeEventListener(RESTORED, read)
    }
  }, [])

  function place({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLElement>) {
    // The keyboard has the two fields.
    if (detail === 0) return fieldOf('focusX')?.focus()
    const area = currentTarget.getBoundingClientRect()
    const percent = (from: number, length: number) => Math.round(Math.min(Math.max(from / length, 0), 1) * 100)
    const next = { focusX: percent(clientX - area.left, area.width), focusY: percent(clientY - area.top, area.height) }
    setAt(next)
    for (const name of NAMES) {
      const field = fieldOf(name)
      if (!field) continue
      field.value = String(next[name])
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  return (
    <fieldset ref={box} className={styles.focus}>
      <legend>{t.title}</legend>
      <small>{t.hint}</small>
      <button type="button" className={styles.picture} onClick={place} aria-label={t.pick}>
        <img src={assetUrl(address)} alt={alt} width={width} height={height} />
        {/* Lines that cross at the point. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${at.focusX} 0V100M0 ${at.focusY}H100`} vectorEffect="non-scaling-stroke" />
        </svg>
      </button>
      <div className={styles.numbers}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            name={name}
            label={name === 'focusX' ? t.x : t.y}
            type="number"
            min={0}
            max={100}
            dir="ltr"
            required
            defaultValue={values[name]}
            errors={errors[name]}
            onInput={({ currentTarget }) => setAt({ ...at, [name]: Number(currentTarget.value) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
