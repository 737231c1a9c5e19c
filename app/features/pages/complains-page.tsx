import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/complains-page'
import { AskPanel } from './ask-panel.tsx'
import { Channels } from './channels.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSections } from './content-sections.tsx'
import { ItemGrid } from './item-grid.tsx'
import { Timeline } from './timeline.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, institute] = await Promise.all([api.pages.pageByCode({ code: 'complains' }), api.pages.institute({})])
  tellPlace(asked, page.title, (links) => links.complains)
  return { page, institute }
}

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function ComplainsPage({ loaderData: { page, institute } }: Route.ComponentProps) {
  const t = useTexts('innerPages').complains
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#write" icon="mail">
          {t.action}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          how: { items: (items) => <Channels items={items} /> },
          timeline: { items: (items) => <Timeline items={items} /> },
          remedies: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          write: {
            panel: (section) => (
              <AskPanel section={section} institute={institute} action={t.action} mail={t.mail} message={t.message} />
            ),
          },
        }}
      />
    </main>
  )
}
