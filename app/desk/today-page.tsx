import { deskMeta } from './desk-meta.ts'
import { useDeskTexts } from './texts.tsx'
import { DeskHead } from './ui/desk-head.tsx'

export const meta = deskMeta('frame', (t) => t.today.title)

export default function TodayPage() {
  const t = useDeskTexts('frame').today
  return <DeskHead title={t.title} lead={t.lead} />
}
