import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { Ceremony, WhyNot } from './browser-passkeys.client.ts'

/**
 * Asks for a passkey, and then sends its form with the answer in the field `name`. Where a fresh proof is needed first,
 * the form is sent without one.
 * @param onFailure after no passkey was used
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
  const [failure, setFailure] = useState<WhyNot>()

  async function ask(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const button = event.currentTarget
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { askPasskey, whyNot } = await import('./browser-passkeys.client.ts')
      try {
        field.current!.value = await askPasskey(ceremony, lang)
        button.form!.requestSubmit(button)
      } catch (error) {
        const why = whyNot(error)
        field.current!.value = ''
        if ('code' in why && why.code === 'proofNeeded') button.form!.requestSubmit(button)
        else setFailure(why)
        onFailure?.()
      }
    } catch {
      // The part of the page did not come.
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
      >
        {children}
      </Button>
      {failure ? <WhyNoPasskey why={failure} /> : null}
    </>
  )
}

function WhyNoPasskey({ why }: { why: WhyNot }) {
  const t = useTexts('passkeys').failures
  if ('text' in why) return <Alert kind="error">{why.text}</Alert>
  // Whoever thought better of it made no mistake.
  const kind = why.reason === 'cancelled' || why.reason === 'known' ? 'info' : 'error'
  return <Alert kind={kind}>{t[why.reason]}</Alert>
}
