import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { StateBadge } from '../../../desk/record/state-badge.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { aboutRows, BULK_FORM, BulkAnswer, BulkCommands, type BulkRow, chosenIn } from '../../../desk/ui/lists/bulk.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { ARTICLE_COMMANDS } from '../bulk-commands.ts'
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

const bulk =
  (action: (typeof ARTICLE_COMMANDS)[number]): Intents[string] =>
  async ({ api }, form, { request }) => {
    const { cursor, sort, columns, confirm, ...filters } = queryOf(request)
    const { chosen: ids, matching } = chosenIn(form, filters)
    const { rows } = await api.articleEditing.changeArticles({ ids, matching, action } as never)
    return { result: rows.map(({ id: key, ...row }) => ({ key, ...row })) }
  }

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  ...Object.fromEntries(ARTICLE_COMMANDS.map((command) => [command, bulk(command)])),
  export: exportIntent(() => 'articles'),
})

export const meta = deskMeta('articles', (t) => t.title)

/** All articles, whatever their state. */
export default function ArticlesPage() {
  const { query, list, authors, tags, mayChange, toConfirm } = useLoaderData<typeof loader>()
  const t = useDeskTexts('articles')
  const lang = useLang()
  const { resultOf, failureOf } = useDeskAnswer()
  const answered = ARTICLE_COMMANDS.find((command) => resultOf(command) ?? failureOf(command))
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
      {answered && resultOf(answered) ? <BulkAnswer rows={resultOf(answered) as BulkRow[]} /> : null}
      <FormErrors failure={answered && aboutRows(failureOf(answered))} labels={{}} />
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
      {mayChange ? (
        <BulkCommands list={list}>
          {(['publish', 'unpublish', 'archive'] as const).map((command) => (
            <Button key={command} type="submit" name="intent" value={command} variant="quiet" size="small">
              {t.withChosen[command]}
            </Button>
          ))}
        </BulkCommands>
      ) : null}
      <RecordList<ArticleRow>
        label={t.title}
        {...(mayChange ? { selectable: BULK_FORM } : {})}
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
