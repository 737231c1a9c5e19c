import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ButtonRow } from '../content-sections/button-row.tsx'
import { Channels } from '../content-sections/channels.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { Promises } from '../content-sections/promises.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { Questions } from '../questions/questions.tsx'
import type { Route } from './+types/support-page'
import { AskPanel } from './ask-panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, institute] = await Promise.all([
    api.pages.pageByCode({ code: 'technical-support-policy' }),
    api.pages.institute({}),
  ])
  addPageData(asked, page.title, (links) => links.support)
  return { page, institute }
}

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function SupportPage({ loaderData: { page, institute } }: Route.ComponentProps) {
  const t = useTexts('innerPages').support
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page}>
        <ButtonLink to="#ask" icon="headset">
          {t.action}
        </ButtonLink>
        <ButtonLink to={links.faq} variant="quiet">
          {t.allQuestions}
        </ButtonLink>
      </ContentHead>
      <ContentSections
        sections={page.sections}
        looks={{
          'first-aid': {
            title: 'beside',
            items: (items) => (
              <>
                <Questions items={items} />
                <ButtonRow>
                  <ButtonLink to={links.faq} variant="quiet">
                    {t.allQuestions}
                  </ButtonLink>
                </ButtonRow>
              </>
            ),
          },
          'reach-us': { items: (items) => <Channels items={items} /> },
          response: { items: (items) => <Promises items={items} /> },
          commitments: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          ask: {
            panel: (section) => (
              <AskPanel section={section} institute={institute} action={t.action} mail={t.mail} message={t.message} />
            ),
          },
        }}
      />
    </main>
  )
}
