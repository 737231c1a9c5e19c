import { useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

/** Copies the private address at which an enquiry is followed. */
export function CopyFollowLink({ address }: { address: string }) {
  const { follow: t } = useTexts('innerPages').enquiries
  const hasScripts = useScripts()
  const [answer, setAnswer] = useState('')
  if (!hasScripts) return null
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setAnswer(t.copied),
      () => setAnswer(t.copyFailed),
    )
  return (
    <>
      <Button variant="quiet" onClick={copy}>
        {t.copy}
      </Button>
      <span role="status">{answer}</span>
    </>
  )
}
