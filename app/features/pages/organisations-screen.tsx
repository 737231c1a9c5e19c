import { useTexts } from '../../locales/texts.tsx'
import { Container } from '../../ui/container.tsx'
import { ContentHead } from './content-head.tsx'
import { ContentSection } from './content-section.tsx'
import type { Organisation, PageContent } from './contract.ts'
import { ItemGrid } from './item-grid.tsx'
import { OrganisationWall } from './organisation-wall.tsx'
import styles from './organisations-screen.module.css'

type Props = { page: PageContent; organisations: Organisation[]; kind: 'partner' | 'client' }

/** Partners and clients: who they are, then why and how. */
export function OrganisationsScreen({ page, organisations, kind }: Props) {
  const { list } = useTexts('innerPages').organisations
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        <div className={styles.wall}>
          <OrganisationWall organisations={organisations} label={list[kind]} />
        </div>
      </Container>
      {page.sections.map((section, index) => (
        <ContentSection key={section.key} section={section} tone={index % 2 === 0 ? 'sand' : 'paper'}>
          {({ items }) => <ItemGrid items={items} />}
        </ContentSection>
      ))}
    </main>
  )
}
