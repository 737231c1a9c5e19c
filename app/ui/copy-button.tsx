import { useState } from 'react'
import { Button } from './button.tsx'
import { useScripts } from './use-scripts.ts'

type Props = {
  /** What is copied. */
  text: string
  texts: { copy: string; copied: string; copyFailed: string }
}

/** Copies a text and says whether it could; shown with scripts only, which copying needs. */
export function CopyButton({ text, texts: t }: Props) {
  const hasScripts = useScripts()
  const [answer, setAnswer] = useState('')
  if (!hasScripts) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
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
