import { useDeskTexts } from '../../../desk/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'

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
