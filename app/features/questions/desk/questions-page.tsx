import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ListDone } from '../../../desk/ui/done-alert.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { MoveButtons, moveIn } from '../../../desk/ui/move-buttons.tsx'
import { OrderedList, OrderedRow } from '../../../desk/ui/ordered-list.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './questions.module.css'

const PATH = 'questions'
const STATES = ['shown', 'hidden', 'missing', 'stale'] as const

const load = async ({ api }: PageRequest, { query: words, state }: Record<string, string>) => {
  const [groups, { rights }] = await Promise.all([
    api.questionEditing.questionGroups({ query: words, state: state as never }),
    api.desk.me({}),
  ])
  return { groups, mayChange: rights.includes('pages.change') }
}

export const loader = deskLoader(async (page, { request }) => {
  const query = queryOf(request)
  return { query, ...(await load(page, query)) }
})

/** What the list shows, without what was done before. */
function filtersOf(request: Request) {
  const { done: _, ...filters } = queryOf(request)
  return filters
}

export const action = deskAction({
  move: async ({ api, lang }, form, { request }) => {
    const { key, direction } = moveIn(form)
    await api.questionEditing.moveQuestion({ id: key as never, direction })
    return { to: deskLink(lang, PATH, filtersOf(request)) }
  },
  moveGroup: async ({ api, lang }, form, { request }) => {
    await api.questionEditing.moveQuestionGroup(moveIn(form))
    return { to: deskLink(lang, PATH, filtersOf(request)) }
  },
  addGroup: async ({ api, lang }, form) => {
    const text = (name: string) => String(form.get(name) ?? '')
    await api.questionEditing.addQuestionGroup({ title: { ar: text('title.ar'), en: text('title.en') } })
    return { to: deskLink(lang, PATH, { done: 'added' }) }
  },
})

export const meta = deskMeta('questions', (t) => t.title)

/** The frequently asked questions in the order of the site. */
export default function QuestionsPage() {
  const t = useDeskTexts('questions')
  const lang = useLang()
  const { groups, query, mayChange } = useLoaderData<typeof loader>()
  const isFiltered = Boolean(query.query || query.state)
  const shown = isFiltered ? groups.filter(({ questions }) => questions.length > 0) : groups
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange && groups.length > 0 ? (
          <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ListDone />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'state', label: t.state, choices: STATES.map((value) => ({ value, label: t.states[value] })) },
        ]}
      />
      <div className={styles.groups}>
        {shown.length === 0 ? (
          isFiltered ? (
            <EmptyState title={t.notFound} body={t.notFoundBody} />
          ) : (
            <EmptyState title={t.none} body={t.noneBody} />
          )
        ) : null}
        {shown.map((group) => (
          <Group
            key={group.key}
            group={group}
            place={groups.indexOf(group)}
            of={groups.length}
            isSorted={!isFiltered}
          />
        ))}
      </div>
      {mayChange ? (
        <Commands>
          <NewGroup />
        </Commands>
      ) : null}
    </>
  )
}

type GroupRow = Awaited<ReturnType<typeof load>>['groups'][number]
type Row = GroupRow['questions'][number]

/** @param isSorted whether all are shown, so that moving one means what it looks like */
function Group({ group, place, of, isSorted }: { group: GroupRow; place: number; of: number; isSorted: boolean }) {
  const t = useDeskTexts('questions')
  const lang = useLang()
  const { mayChange } = useLoaderData<typeof loader>()
  const { key, title, questions, count, english } = group
  const canMove = mayChange && isSorted
  return (
    <Panel
      title={inLang(title, lang)}
      actions={
        <div className={styles.actions}>
          {english.length > 0 ? <Badge tone="clay">{t.states[english[0]!.state]}</Badge> : null}
          {mayChange ? (
            <>
              <Link to={deskLink(lang, `${PATH}/groups/${key}`)}>{t.editGroup}</Link>
              <Link to={deskLink(lang, `${PATH}/new`, { group: key })}>{t.add}</Link>
            </>
          ) : null}
          {canMove ? (
            <MoveButtons
              intent="moveGroup"
              value={key}
              name={inLang(title, lang)}
              isFirst={place === 0}
              isLast={place === of - 1}
            />
          ) : null}
        </div>
      }
    >
      {questions.length > 0 ? (
        <OrderedList>
          {questions.map((row, index) => (
            <OrderedRow
              key={row.id}
              name={inLang(row.question, lang)}
              to={deskLink(lang, `${PATH}/${row.id}`)}
              value={row.id}
              index={index}
              count={questions.length}
              mayMove={canMove}
            >
              <State row={row} />
            </OrderedRow>
          ))}
        </OrderedList>
      ) : (
        <p>{t.emptyGroup}</p>
      )}
      {questions.length < count ? <p>{t.shownOf(questions.length, count)}</p> : null}
    </Panel>
  )
}

/** What is out of the ordinary: most are shown, in both languages. */
function State({ row: { hidden, missing, stale } }: { row: Row }) {
  const t = useDeskTexts('questions').states
  return (
    <>
      {hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
      {missing > 0 ? <Badge tone="clay">{t.missing}</Badge> : null}
      {stale > 0 ? <Badge tone="clay">{t.stale}</Badge> : null}
    </>
  )
}

function NewGroup() {
  const t = useDeskTexts('questions')
  const { arabic, english } = useDeskTexts('frame').edit
  const field = useCommandField('addGroup')
  const labels = { 'title.ar': `${t.groupTitle}: ${arabic}`, 'title.en': `${t.groupTitle}: ${english}` }
  return (
    <Command intent="addGroup" title={t.newGroup} happens={t.newGroupHappens} submit={t.addGroup} labels={labels}>
      <TextField {...field('title.ar')} label={labels['title.ar']} lang="ar" dir="rtl" required />
      <TextField {...field('title.en')} label={labels['title.en']} lang="en" dir="ltr" />
    </Command>
  )
}
