import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../button.tsx'
import { useScripts } from '../use-scripts.ts'

/** Only scripts can ask for a print; every browser has its own way, too. */
export function PrintButton() {
  const t = useTexts('innerPages').policy
  if (!useScripts()) return null
  return (
    <Button variant="plain" size="small" icon="print" onClick={() => window.print()}>
      {t.print}
    </Button>
  )
}
