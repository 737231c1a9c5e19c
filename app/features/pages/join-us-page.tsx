import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/join-us-page'
import { AskPanel } from './ask-panel.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSections } from './content-sections.tsx'
import { Counters } from './counters.tsx'
import { Questions } from './questions.tsx'
import { Timeline } from './timeline.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, institute] = await Promise.all([api.pages.pageByCode({ code: 'join-us' }), api.pages.institute({})])
  tellPlace(asked, page.title, (links) => links.joinUs)
  return { page, institute }
}

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function JoinUsPage({ loaderData: { page, institute } }: Route.ComponentProps) {
  const t = useTexts('innerPages').joinUs
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#apply" icon="mail">
          {t.action}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          numbers: { tone: 'deep', items: (items) => <Counters items={items} /> },
          steps: { items: (items) => <Timeline items={items} /> },
          questions: { title: 'beside', items: (items) => <Questions items={items} /> },
          apply: {
            panel: (section) => (
              <AskPanel section={section} institute={institute} action={t.action} mail={t.mail} message={t.message} />
            ),
          },
        }}
      />
    </main>
  )
}
