import type { ReactNode } from 'react'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { PageSection } from '../pages/contract.ts'
import styles from './content-section.module.css'
import { SectionPicture } from './section-picture.tsx'

type Props = {
  section: PageSection | undefined
  tone?: 'paper' | 'sand' | 'deep'
  /** Where the title is placed; by default beside the text if the section has only text. */
  title?: 'above' | 'beside'
  children?: (section: PageSection) => ReactNode
}

/** A section of the content: title, text and its items, if any. Renders nothing without a section. */
export function ContentSection({ section, tone = 'paper', title, children }: Props) {
  if (!section) return null
  const items = section.items.length > 0 && children ? children(section) : null
  const place = title ?? (items ? 'above' : 'beside')
  const words = section.title ? <ContentText>{section.title}</ContentText> : undefined
  const body = section.body && <Prose html={section.body} />
  const picture = <SectionPicture picture={section} />
  if (place === 'above') {
    return (
      <Section tone={tone} title={words}>
        {body && <div className={styles.text}>{body}</div>}
        {section.image && <div className={styles.picture}>{picture}</div>}
        {items}
      </Section>
    )
  }
  return (
    <Section tone={tone}>
      <div className={styles.beside}>
        {words && <h2>{words}</h2>}
        <div className={styles.rest}>
          {body}
          {picture}
          {items}
        </div>
      </div>
    </Section>
  )
}
