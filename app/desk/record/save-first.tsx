import { useDeskTexts } from '../texts.tsx'

/** Without scripts the buttons of a panel send nothing of what is typed into the fields beside it. */
export function SaveFirst() {
  const { saveFirst } = useDeskTexts('frame').edit
  return (
    <noscript>
      <p>{saveFirst}</p>
    </noscript>
  )
}
