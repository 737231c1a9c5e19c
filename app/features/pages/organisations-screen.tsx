import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections, type SectionLook } from '../content-sections/content-sections.tsx'
import { OrganisationWall } from '../content-sections/organisation-wall.tsx'
import type { Organisation, PageContent } from './contract.ts'
import styles from './organisations-screen.module.css'

type Props = {
  page: PageContent
  organisations: Organisation[]
  kind: 'partner' | 'client'
  /** Links to the page's main actions. */
  action: ReactNode
  /** Looks of sections that are not shown as cards. */
  looks?: Record<string, SectionLook>
}

/** Partners and clients: the logos first, then the sections. */
export function OrganisationsScreen({ page, organisations, kind, action, looks = {} }: Props) {
  const t = useTexts('innerPages').organisations
  return (
    <main id="content">
      <ContentHead page={page}>{action}</ContentHead>
      <Container>
        <div className={styles.wall}>
          {organisations.length > 0 ? (
            <OrganisationWall organisations={organisations} label={t.list[kind]} />
          ) : (
            <EmptyState title={t.emptyTitle[kind]} body={t.emptyBody[kind]} />
          )}
        </div>
      </Container>
      <ContentSections sections={page.sections} looks={looks} first="sand" />
    </main>
  )
}
