import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts, useLang } from '../../locales/texts.tsx'

/** What tells that something is missing, fetched when nothing else is to be done and all is well. */
export default function LaterNotices() {
  const lang = useLang()
  const [part, setPart] = useState<{ Notices: ComponentType }>()
  useEffect(() => {
    const load = () =>
      Promise.all([import('./notices.tsx'), loadTexts(lang, 'notices')]).then(
        ([module]) => setPart({ Notices: module.default }),
        // A visitor whose connection is that bad hears it from the browser.
        () => {},
      )
    // Safari has no idle time to offer.
    const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
    idle(load)
  }, [lang])
  return part ? <part.Notices /> : null
}
