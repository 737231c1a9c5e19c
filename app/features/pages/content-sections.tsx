import { Fragment, type ReactNode } from 'react'
import { ContentSection } from './content-section.tsx'
import type { PageItem, PageSection } from './contract.ts'
import { ItemGrid } from './item-grid.tsx'

/** How a page shows the section of a key: what it makes of the items, or of the section as a whole. */
export type SectionLook =
  | { items: (items: PageItem[], section: PageSection) => ReactNode; title?: 'above' | 'beside'; tone?: 'deep' }
  | { whole: (section: PageSection) => ReactNode }

const CARDS: SectionLook = { items: (items) => <ItemGrid items={items} /> }

/**
 * The sections in the order of the content, on grounds that take turns. One that the page does not know is shown as
 * cards; one that content leaves out is not missed.
 */
export function ContentSections({ sections, looks }: { sections: PageSection[]; looks: Record<string, SectionLook> }) {
  let sand = true
  return sections.map((section) => {
    const look = Object.hasOwn(looks, section.key) ? looks[section.key]! : CARDS
    if ('whole' in look) return <Fragment key={section.key}>{look.whole(section)}</Fragment>
    if (!look.tone) sand = !sand
    return (
      <ContentSection
        key={section.key}
        section={section}
        tone={look.tone ?? (sand ? 'sand' : 'paper')}
        {...(look.title ? { title: look.title } : {})}
      >
        {({ items }) => look.items(items, section)}
      </ContentSection>
    )
  })
}
