import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { ListSearch } from '../../ui/navigation/list-search.tsx'

type Props = {
  /** The name of the whole list, and its address. */
  list: string
  path: string
  /** The title with the filters in use; the list's name without any. */
  title: string
  lead: string
  searchLabel: string
  searchPlaceholder: string
  search: string | undefined
  /** The filters that a search keeps. */
  filters: Record<string, number | undefined>
}

/** The head of a list of texts, such as articles: breadcrumb, title, lead and search. */
export function ListHead({ list, path, title, lead, searchLabel, searchPlaceholder, search, filters }: Props) {
  const ui = useTexts('ui')
  const writing = useTexts('writing')
  const links = linksFor(useLang())
  const home = { label: ui.home, to: links.home }
  return (
    <PageHead
      title={title}
      lead={lead}
      breadcrumb={title === list ? [home, { label: list }] : [home, { label: list, to: path }, { label: title }]}
    >
      <ListSearch
        action={path}
        label={searchLabel}
        placeholder={searchPlaceholder}
        button={writing.search}
        value={search}
      >
        {Object.entries(filters).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </ListSearch>
    </PageHead>
  )
}
