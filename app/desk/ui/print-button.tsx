import { Button } from '../../ui/button.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { useDeskTexts } from '../texts.tsx'

/** Shown with scripts only, which printing needs. */
export function PrintButton() {
  const t = useDeskTexts('frame')
  if (!useScripts()) return null
  return (
    <Button variant="quiet" icon="print" onClick={() => window.print()}>
      {t.print}
    </Button>
  )
}
