import { type FormEvent, useRef } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import type { Verdicts } from './attendance-calls.ts'
import { Camera } from './camera.tsx'
import styles from './check-in.module.css'
import { EarlyQuestion, NOT_BEGUN } from './early-question.tsx'
import { type ShownScan, useScans, type Waiting } from './use-scans.ts'
import { WaitingAlert } from './waiting-alert.tsx'

/**
 * Checks badges in: by the camera, or by their code, which a handheld scanner types. Scans wait in the browser while there
 * is no connection.
 * @param early whether the person has said that they mean a session that is still to come
 * @param verdicts the verdict of a code that was sent without scripts
 * @param refused the code, if it was sent so and asks
 */
export function CheckIn({
  sessionId,
  early,
  onAgree,
  verdicts,
  refused,
  onVerdicts,
}: {
  sessionId: number
  early: boolean
  onAgree: () => void
  verdicts: Verdicts | undefined
  refused: { message: string; code: string } | undefined
  onVerdicts: () => void
}) {
  const t = useDeskTexts('attendance')
  const hasScripts = useScripts()
  const { shown, waitingCount, waiting, add, discard } = useScans(sessionId, early, onVerdicts)
  const field = useRef<HTMLFormElement>(null)

  function addTyped(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code !== '') add(code)
    field.current?.reset()
  }

  return (
    <Panel title={t.byBadge}>
      {hasScripts ? <Camera onCode={add} /> : null}
      {/* Without scripts the address may still name the attendee marked last, below: the verdict is here. */}
      <form ref={field} id="scan" method="post" action="#scan" onSubmit={addTyped} className={styles.typed}>
        <input type="hidden" name="intent" value="scan" />
        {early ? <input type="hidden" name="early" value="true" /> : null}
        <TextField label={t.code} hint={t.codeHint} name="code" dir="ltr" autoComplete="off" required maxLength={500} />
        <Button type="submit" variant="quiet">
          {t.check}
        </Button>
      </form>
      {waitingCount > 0 ? (
        <WaitingNote count={waitingCount} waiting={waiting} onAgree={onAgree} onDiscard={discard} />
      ) : null}
      {refused && !hasScripts ? (
        <EarlyQuestion
          message={refused.message}
          fields={{ intent: 'scan', code: refused.code }}
          action="?early=true"
          submit={t.early.send}
          onAgree={onAgree}
        />
      ) : null}
      <ol className={styles.scans} aria-live="polite" aria-label={t.scans}>
        {[...shown, ...(verdicts ?? [])].map((scan) => (
          <Scanned key={scan.id} scan={scan} />
        ))}
      </ol>
    </Panel>
  )
}

type NoteProps = { count: number; waiting: Waiting; onAgree: () => void; onDiscard: () => void }

function WaitingNote({ count, waiting, onAgree, onDiscard }: NoteProps) {
  const t = useDeskTexts('attendance')
  if (waiting === undefined) return null
  if (waiting.is === 'refused' && waiting.code === NOT_BEGUN)
    return (
      <Alert kind="warning" title={t.waiting(count)}>
        <p role="alert">{waiting.message}</p>
        <p className={styles.answers}>
          <Button size="small" variant="quiet" onClick={onAgree}>
            {t.early.send}
          </Button>
          <Button size="small" variant="plain" onClick={onDiscard}>
            {t.early.discard}
          </Button>
        </p>
      </Alert>
    )
  return <WaitingAlert title={t.waiting(count)} why={t.why} reason={waiting} />
}

function Scanned({ scan: { verdict, name } }: { scan: ShownScan }) {
  const t = useDeskTexts('attendance')
  return (
    <li data-verdict={verdict ?? 'waiting'}>
      {name ? <bdi className={styles.name}>{name}</bdi> : null}
      <span>{verdict ? t.verdicts[verdict] : t.verdicts.waiting}</span>
    </li>
  )
}
