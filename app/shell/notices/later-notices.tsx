import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts, useLang } from '../../locales/texts.tsx'

/** Notices about failed loads; they are fetched when the browser is idle and online. */
export default function LaterNotices() {
  const lang = useLang()
  const [part, setPart] = useState<{ Notices: ComponentType }>()
  useEffect(() => {
    const load = () =>
      Promise.all([import('./notices.tsx'), loadTexts(lang, 'notices')]).then(
        ([module]) => setPart({ Notices: module.default }),
        // Without a connection the browser itself reports the failure.
        () => {},
      )
    // Safari has no `requestIdleCallback`.
    const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
    idle(load)
  }, [lang])
  return part ? <part.Notices /> : null
}
