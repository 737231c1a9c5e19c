import type { ReactNode } from 'react'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { PageContent } from '../pages/contract.ts'
import styles from './content-head.module.css'

type Props = {
  page: Pick<PageContent, 'title' | 'description'>
  /** Links to the page's main actions. */
  children?: ReactNode
}

/** The head of a content page: breadcrumb, title and description. */
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
