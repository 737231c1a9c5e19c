import type { ReactNode } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { PageContent } from '../pages/contract.ts'
import styles from './content-head.module.css'

type Props = {
  page: Pick<PageContent, 'title' | 'description'>
  /** What the page leads to, for those who need not read it. */
  children?: ReactNode
}

/** The head of a page of content: its title and what it is about, one step below home. */
export function ContentHead({ page, children }: Props) {
  const home = { label: useTexts('ui').home, to: linksFor(useLang()).home }
  return (
    <PageHead
      title={<ContentText>{page.title}</ContentText>}
      lead={<ContentText>{page.description}</ContentText>}
      breadcrumb={[home, { label: page.title }]}
    >
      {children && <div className={styles.actions}>{children}</div>}
    </PageHead>
  )
}
