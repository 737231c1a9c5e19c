import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../button.tsx'
import { useScripts } from '../use-scripts.ts'

/** Shown with scripts only, which printing needs. */
export function PrintButton() {
  const t = useTexts('innerPages').policy
  if (!useScripts()) return null
  return (
    <Button variant="plain" size="small" icon="print" onClick={() => window.print()}>
      {t.print}
    </Button>
  )
}
