import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useBackCloses } from '../../ui/navigation/use-back-closes.ts'
import { type Crop, MAX_ZOOM, moved, sideOf, wholeOf, within } from './crop-geometry.ts'
import styles from './picture-crop.module.css'

export type CropProps = { file: File; onCropped: (picture: Blob) => void; onCancel: () => void }

/** The size that is sent, in pixels: the largest that the server stores. */
const SENT = 512
const STEP = 0.04
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** Chooses the square of a picture: by dragging, by the wheel, by the slider, by the arrow keys. */
export default function PictureCrop({ file, onCropped, onCancel }: CropProps) {
  const t = useTexts('pictureCrop')
  const dialog = useRef<HTMLDialogElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { picture, isBroken } = usePicture(file)
  const [crop, setCrop] = useState<Crop>()
  const drag = useRef<{ x: number; y: number }>(undefined)

  useEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
    return () => element.close()
  }, [])
  useBackCloses(dialog)

  useEffect(() => {
    if (picture) setCrop(wholeOf(picture))
  }, [picture])

  useEffect(() => {
    if (picture && crop && canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])

  const change = (next: (crop: Crop) => Crop) => setCrop((now) => now && picture && within(picture, next(now)))
  const move = (across: number, down: number) => picture && change((now) => moved(picture, now, across, down))

  function press(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (arrow) move(...arrow)
    else if (event.key === '+' || event.key === '=') change((now) => ({ ...now, zoom: now.zoom * 1.1 }))
    else if (event.key === '-') change((now) => ({ ...now, zoom: now.zoom / 1.1 }))
    else return
    event.preventDefault()
  }

  function follow(event: PointerEvent<HTMLCanvasElement>) {
    const from = drag.current
    if (!from) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    move((event.clientX - from.x) / width, (event.clientY - from.y) / height)
    drag.current = { x: event.clientX, y: event.clientY }
  }

  async function keep() {
    if (!picture || !crop) return
    const square = document.createElement('canvas')
    square.width = SENT
    square.height = SENT
    draw(square, picture, crop)
    const blob = await new Promise<Blob | null>((done) => square.toBlob(done, 'image/webp', 0.92))
    onCropped(blob ?? file)
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="crop-title" onClose={onCancel}>
      <h2 id="crop-title">{t.title}</h2>
      {isBroken ? (
        <Alert kind="error">{t.broken}</Alert>
      ) : (
        <>
          <p id="crop-hint" className={styles.hint}>
            {t.hint}
          </p>
          <div className={styles.frame}>
            <canvas
              ref={canvas}
              width={SENT}
              height={SENT}
              tabIndex={0}
              role="img"
              aria-label={t.canvas}
              aria-describedby="crop-hint"
              onKeyDown={press}
              onWheel={(event) => change((now) => ({ ...now, zoom: now.zoom * (event.deltaY < 0 ? 1.06 : 1 / 1.06) }))}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                drag.current = { x: event.clientX, y: event.clientY }
              }}
              onPointerMove={follow}
              onPointerUp={() => {
                drag.current = undefined
              }}
              onPointerCancel={() => {
                drag.current = undefined
              }}
            />
          </div>
          <label className={styles.zoom}>
            {t.zoom}
            <input
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.01}
              value={crop?.zoom ?? 1}
              onChange={({ target }) => change((now) => ({ ...now, zoom: target.valueAsNumber }))}
            />
          </label>
        </>
      )}
      <div className={styles.buttons}>
        {isBroken ? null : (
          <Button onClick={keep} disabled={!crop}>
            {t.save}
          </Button>
        )}
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          {isBroken ? t.another : t.cancel}
        </Button>
      </div>
    </dialog>
  )
}

function usePicture(file: File) {
  const [state, setState] = useState<{ picture?: ImageBitmap; isBroken: boolean }>({ isBroken: false })
  useEffect(() => {
    let bitmap: ImageBitmap | undefined
    let isOver = false
    createImageBitmap(file).then(
      (picture) => {
        bitmap = picture
        if (isOver) picture.close()
        else setState({ picture, isBroken: false })
      },
      () => setState({ isBroken: true }),
    )
    return () => {
      isOver = true
      bitmap?.close()
    }
  }, [file])
  return state
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const side = sideOf(picture, crop)
  const paint = canvas.getContext('2d')!
  paint.imageSmoothingQuality = 'high'
  paint.clearRect(0, 0, canvas.width, canvas.height)
  paint.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}
