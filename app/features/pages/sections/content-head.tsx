import type { ReactNode } from 'react'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Words } from '../../../ui/content/words.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import type { PageContent } from '../contract.ts'
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
      title={<Words>{page.title}</Words>}
      lead={<Words>{page.description}</Words>}
      breadcrumb={[home, { label: page.title }]}
    >
      {children && <div className={styles.actions}>{children}</div>}
    </PageHead>
  )
}
