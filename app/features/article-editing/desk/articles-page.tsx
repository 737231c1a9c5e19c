import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { StateBadge } from '../../../desk/record/state-badge.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { ExportProof } from '../../../desk/ui/export-proof.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { ArticleRow } from '../desk-contract.ts'

export const loader = deskLoader(async (page, { request }) => {
  const { api } = page
  const { confirm, ...query } = queryOf(request)
  const [list, { authors, tags }, { rights }] = await Promise.all([
    api.articleEditing.articleList(query as never),
    api.articleEditing.articleChoices({}),
    api.desk.me({}),
  ])
  return {
    ...{ query, list, authors, tags },
    mayChange: rights.includes('articles.change'),
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

export const action = deskAction({ export: exportIntent(() => 'articles') })

export const meta = deskMeta('articles', (t) => t.title)

/** All articles, whatever their state. */
export default function ArticlesPage() {
  const { query, list, authors, tags, mayChange, toConfirm } = useLoaderData<typeof loader>()
  const t = useDeskTexts('articles')
  const lang = useLang()
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, 'articles/new')} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <Filters
        path="articles"
        query={query}
        searchLabel={t.search}
        selects={[
          {
            name: 'state',
            label: t.state,
            choices: Object.entries(t.states).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'authorId',
            label: t.author,
            choices: authors.map(({ id, name }) => ({ value: String(id), label: inLang(name, lang) })),
          },
          {
            name: 'tag',
            label: t.tag,
            choices: tags.map(({ key, name }) => ({ value: key, label: inLang(name, lang) })),
          },
          {
            name: 'english',
            label: t.english,
            choices: [
              { value: 'missing', label: t.englishMissing },
              { value: 'stale', label: t.englishStale },
            ],
          },
        ]}
      />
      <RecordList<ArticleRow>
        label={t.title}
        rows={list.items}
        address={{ path: 'articles', query, sort: 'changed' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `articles/${id}`}
        {...(isFiltered ? {} : { empty: <EmptyState title={t.empty} body={t.emptyBody} /> })}
        columns={[
          { name: 'title', title: t.heading, cell: (row) => inLang(row.title, lang), sorts: { ascending: 'title' } },
          {
            name: 'state',
            title: t.state,
            cell: (row) => (
              <>
                <StateBadge state={row.state} names={t.states} /> {row.hasDraft ? <small>{t.hasDraft}</small> : null}
              </>
            ),
          },
          {
            name: 'author',
            title: t.author,
            cell: ({ author }) => <bdi>{author ? inLang(author, lang) : t.formerAuthor}</bdi>,
          },
          { name: 'category', title: t.category, cell: (row) => inLang(row.category, lang), wideOnly: true },
          { name: 'english', title: t.english, cell: (row) => <English row={row} /> },
          {
            name: 'published',
            title: t.published,
            cell: ({ publishedAt, publishAt }) => {
              const at = publishedAt ?? publishAt
              return at ? <DateText iso={at} /> : '—'
            },
            wideOnly: true,
            sorts: { descending: 'published' },
          },
          {
            name: 'changed',
            title: t.changed,
            cell: (row) => <DateText iso={row.updatedAt} />,
            wideOnly: true,
            sorts: { descending: 'changed' },
          },
        ]}
      />
      <RecordListFoot
        path="articles"
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      >
        <ExportLinks path="articles" query={query} />
      </RecordListFoot>
    </>
  )
}

function English({ row: { englishMissing, englishStale } }: { row: ArticleRow }) {
  const t = useDeskTexts('articles')
  if (englishMissing + englishStale === 0) return t.englishDone
  const parts = [
    ...(englishMissing > 0 ? [`${t.englishMissing}: ${t.texts(englishMissing)}`] : []),
    ...(englishStale > 0 ? [`${t.englishStale}: ${t.texts(englishStale)}`] : []),
  ]
  return parts.join(' · ')
}
