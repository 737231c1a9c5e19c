import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RESTORED } from '../../../desk/drafts/draft-store.ts'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { PicturePicker } from '../../../desk/ui/picture-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/fields/field-frame.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import { MediaThumb } from '../../pictures/media-thumb.tsx'

/** A picture of the media library as a field of the form, which holds its address. */
export function PagePicture({ name, value, errors }: { name: string; value: string; errors: string[] | undefined }) {
  const t = useDeskTexts('pages').pictureOf
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(value)
  // Before the form restores, as it does once its fields are there.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const restore = () => setAddress(element.value)
    const reset = () => setAddress(value)
    element.addEventListener(RESTORED, restore)
    element.form?.addEventListener('reset', reset)
    return () => {
      element.removeEventListener(RESTORED, restore)
      element.form?.removeEventListener('reset', reset)
    }
  }, [value])
  // The form looks for changes when it hears of one, after the field has its new value.
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells of every new value
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [address])
  return (
    <fieldset className={styles.part}>
      <legend>{t.image}</legend>
      <noscript>
        <div className={styles.pair}>
          <input type="text" dir="ltr" name={name} defaultValue={value} aria-label={t.image} />
          <small>{t.addressHint}</small>
        </div>
      </noscript>
      <input type="hidden" name={name} value={address} ref={field} readOnly />
      <PictureChoice id={name} address={address} onChange={setAddress} />
      <FieldErrorText id={name} errors={errors} />
    </fieldset>
  )
}

/** Shows the picture that is chosen, if any, and chooses another one in the media library. */
export function PictureChoice({
  id,
  address,
  onChange,
}: {
  /** To which errors lead. */
  id: string
  address: string
  onChange: (address: string) => void
}) {
  const t = useDeskTexts('pages').pictureOf
  const hasScripts = useScripts()
  const [isPicking, setPicking] = useState(false)
  return (
    <div className={styles.picture}>
      {address ? <MediaThumb address={address} kind="picture" alt={t.image} /> : <p>{t.none}</p>}
      <div className={styles.actions} hidden={!hasScripts}>
        <Button id={id} variant="quiet" size="small" icon="image" onClick={() => setPicking(true)}>
          {address ? t.other : t.choose}
        </Button>
        {address ? (
          <Button variant="plain" size="small" onClick={() => onChange('')}>
            {t.remove}
          </Button>
        ) : null}
      </div>
      {isPicking ? (
        <PicturePicker
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false)
            onChange(picked.address)
          }}
        />
      ) : null}
    </div>
  )
}
