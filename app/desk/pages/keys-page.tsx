import { deskMeta } from '../desk-meta.ts'
import { deskLoader } from '../desk-page.ts'
import { KeysHelp } from '../frame/keys.tsx'
import { useDeskTexts } from '../texts.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { Panel } from '../ui/panel.tsx'

export const loader = deskLoader(async ({ api }) => {
  await api.desk.me({})
  return null
})

export const meta = deskMeta('frame', (t) => t.keys.title)

export default function KeysPage() {
  const t = useDeskTexts('frame').keys
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <Panel title={t.panel}>
        <KeysHelp id="page-keys" />
      </Panel>
    </>
  )
}
