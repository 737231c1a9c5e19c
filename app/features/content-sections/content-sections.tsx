import { Fragment, type ReactNode } from 'react'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { PageItem, PageSection } from '../pages/contract.ts'
import { ContentSection } from './content-section.tsx'
import styles from './content-sections.module.css'
import { ItemGrid } from './item-grid.tsx'
import { SectionPicture } from './section-picture.tsx'

type Tone = 'paper' | 'sand'

/** How the section with a key is shown: a rendering of its items, or of the whole section. */
export type SectionLook =
  | { items: (items: PageItem[], section: PageSection) => ReactNode; title?: 'above' | 'beside'; tone?: 'deep' }
  | { band: (section: PageSection, tone: Tone) => ReactNode }
  /** Has its own background. */
  | { panel: (section: PageSection) => ReactNode }

const CARDS: SectionLook = { items: (items) => <ItemGrid items={items} /> }

type Props = {
  sections: PageSection[]
  looks?: Record<string, SectionLook>
  /** The background of the first section, which depends on what is above it. */
  first?: Tone
}

/**
 * The sections in the order of the content, on alternating backgrounds; consecutive sections with only text share one.
 * A section without a look is shown as cards; sections that the content lacks are left out.
 */
export function ContentSections({ sections, looks = {}, first = 'paper' }: Props) {
  let tone: Tone = first
  const takeTurn = () => {
    const own = tone
    tone = tone === 'paper' ? 'sand' : 'paper'
    return own
  }
  return grouped(sections, looks).map((group) => {
    const [section] = group
    if (!section) return null
    if (group.length > 1) return <Notes key={section.key} sections={group} tone={takeTurn()} />
    const look = lookOf(section, looks)
    if ('panel' in look) return <Fragment key={section.key}>{look.panel(section)}</Fragment>
    if ('band' in look) return <Fragment key={section.key}>{look.band(section, takeTurn())}</Fragment>
    return (
      <ContentSection
        key={section.key}
        section={section}
        tone={look.tone ?? takeTurn()}
        {...(look.title ? { title: look.title } : {})}
      >
        {({ items }) => look.items(items, section)}
      </ContentSection>
    )
  })
}

function lookOf({ key }: PageSection, looks: Record<string, SectionLook>): SectionLook {
  return Object.hasOwn(looks, key) ? looks[key]! : CARDS
}

/** Each section by itself; consecutive sections with only text are grouped. */
function grouped(sections: PageSection[], looks: Record<string, SectionLook>): PageSection[][] {
  const isText = (section: PageSection) => section.items.length === 0 && lookOf(section, looks) === CARDS
  const groups: PageSection[][] = []
  for (const section of sections) {
    const last = groups.at(-1)
    if (last && isText(section) && isText(last[0]!)) last.push(section)
    else groups.push([section])
  }
  return groups
}

function Notes({ sections, tone }: { sections: PageSection[]; tone: Tone }) {
  return (
    <Section tone={tone}>
      <div className={styles.notes}>
        {sections.map((section) => (
          <section key={section.key} className={styles.note}>
            <h2>{section.title && <ContentText>{section.title}</ContentText>}</h2>
            <div className={styles.words}>
              {section.body && <Prose html={section.body} />}
              <SectionPicture picture={section} />
            </div>
          </section>
        ))}
      </div>
    </Section>
  )
}
