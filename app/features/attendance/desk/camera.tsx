import { useEffect, useRef, useState } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import styles from './check-in.module.css'
import { qrReader } from './qr-reader.ts'

const LOOK_EVERY_MS = 120
/** A badge stays before the camera for a moment; it is one scan. */
const SAME_BADGE_MS = 4_000

type State = 'off' | 'starting' | 'on' | 'denied' | 'missing'

/** Reads badges with the camera of the device. @param onCode is called once for each badge that is held before it */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const t = useDeskTexts('attendance').camera
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onCode)
  report.current = onCode
  const [state, setState] = useState<State>('off')
  const isWanted = state === 'starting' || state === 'on'

  useEffect(() => {
    if (!isWanted) return
    const watching = new AbortController()
    watch(video.current!, { signal: watching.signal, onCode: (code) => report.current(code) }).then(
      () => setState('on'),
      (error: unknown) => {
        if (watching.signal.aborted) return
        setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing')
      },
    )
    return () => watching.abort()
  }, [isWanted])

  return (
    <div className={styles.camera}>
      <video ref={video} muted playsInline hidden={state !== 'on'} aria-label={t.picture} />
      <Button
        icon={isWanted ? 'close' : 'video'}
        variant={isWanted ? 'quiet' : 'primary'}
        onClick={() => setState(isWanted ? 'off' : 'starting')}
      >
        {isWanted ? t.stop : t.start}
      </Button>
      {state === 'denied' || state === 'missing' ? <Alert kind="warning">{t[state]}</Alert> : null}
    </div>
  )
}

type Watching = { signal: AbortSignal; onCode: (code: string) => void }

/** Shows the camera and looks for codes until it is stopped. @throws DOMException when there is no camera to use */
async function watch(video: HTMLVideoElement, { signal, onCode }: Watching): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException('Only secure pages have cameras.', 'NotFoundError')
  const [stream, read] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
    qrReader(),
  ])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const seenAt = new Map<string, number>()
  async function look(): Promise<void> {
    if (signal.aborted) return
    // A picture that cannot be read is followed by another one.
    const code = await read(video).catch(() => undefined)
    if (code && !signal.aborted) {
      const isNew = performance.now() - (seenAt.get(code) ?? Number.NEGATIVE_INFINITY) > SAME_BADGE_MS
      seenAt.set(code, performance.now())
      if (isNew) onCode(code)
    }
    setTimeout(look, LOOK_EVERY_MS)
  }
  void look()
}
