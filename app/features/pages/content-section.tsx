import type { ReactNode } from 'react'
import { Prose } from '../../ui/prose.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './content-section.module.css'
import type { PageSection } from './contract.ts'

type Props = {
  section: PageSection | undefined
  tone?: 'paper' | 'sand' | 'deep'
  children?: (section: PageSection) => ReactNode
}

/** A section as content has it: title, text, and what the page makes of its items; nothing when content has none. */
export function ContentSection({ section, tone = 'paper', children }: Props) {
  if (!section) return null
  return (
    <Section tone={tone} title={section.title ?? undefined}>
      {section.body && (
        <div className={styles.text}>
          <Prose html={section.body} />
        </div>
      )}
      {section.items.length > 0 && children?.(section)}
    </Section>
  )
}
