import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Words } from '../../ui/words.tsx'
import type { PageContent } from './contract.ts'

/** The head of a page of content: its title and what it is about, one step below home. */
export function ContentHead({ page }: { page: Pick<PageContent, 'title' | 'description'> }) {
  const home = { label: useTexts('ui').home, to: linksFor(useLang()).home }
  return (
    <PageHead
      title={<Words>{page.title}</Words>}
      lead={<Words>{page.description}</Words>}
      breadcrumb={[home, { label: page.title }]}
    />
  )
}
