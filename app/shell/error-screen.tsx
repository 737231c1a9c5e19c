import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'

/** The error page of the specification. */
export default function ErrorScreen() {
  const t = useTexts('shell')
  return (
    <main id="content">
      <h1>{t.errorTitle}</h1>
      <p>{t.errorBody}</p>
      <a href={linksFor(useLang()).home}>{t.errorHome}</a>
    </main>
  )
}
