import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { Ceremony, PasskeyFailure } from './browser-passkeys.client.ts'

/**
 * Asks the browser for a passkey, and then submits its form with the response in the field `name`. Where a recent
 * re-authentication is required first, the form is submitted without one.
 * @param onFailure called when no passkey was used
 */
export function PasskeyButton({
  ceremony,
  name = 'credential',
  intent,
  onFailure,
  children,
  ...look
}: ButtonLook & {
  ceremony: Ceremony
  name?: string
  intent?: string
  onFailure?: () => void
  children: ReactNode
}) {
  const lang = useLang()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure>()

  async function ask(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const button = event.currentTarget
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { askPasskey, passkeyFailure } = await import('./browser-passkeys.client.ts')
      try {
        field.current!.value = await askPasskey(ceremony, lang)
        button.form!.requestSubmit(button)
      } catch (error) {
        const reason = passkeyFailure(error)
        field.current!.value = ''
        if ('code' in reason && reason.code === 'proofNeeded') button.form!.requestSubmit(button)
        else setFailure(reason)
        onFailure?.()
      }
    } catch {
      // The chunk failed to load.
      setFailure({ reason: 'failed' })
    }
    setBusy(false)
  }

  return (
    <>
      <input type="hidden" name={name} ref={field} />
      <Button
        {...look}
        type="submit"
        {...(intent ? { name: 'intent', value: intent } : {})}
        onClick={ask}
        aria-disabled={isBusy || undefined}
        data-replay
      >
        {children}
      </Button>
      {failure ? <FailureAlert failure={failure} /> : null}
    </>
  )
}

function FailureAlert({ failure }: { failure: PasskeyFailure }) {
  const t = useTexts('passkeys').failures
  if ('text' in failure) return <Alert kind="error">{failure.text}</Alert>
  // Cancelling, or choosing a passkey that is registered already, is no error.
  const kind = failure.reason === 'cancelled' || failure.reason === 'known' ? 'info' : 'error'
  return <Alert kind={kind}>{t[failure.reason]}</Alert>
}
