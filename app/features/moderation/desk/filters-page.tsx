import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './moderation-page.module.css'
import { ModerationParts } from './moderation-parts.tsx'

const PATH = 'moderation/filters'

export const loader = deskLoader(async ({ api }, { request }) => ({
  filters: await api.moderation.filters({}),
  done: queryOf(request).done,
}))

export const action = deskAction({
  add: async ({ api, lang }, form) => {
    const [kind, value] = ['kind', 'value'].map((name) => String(form.get(name) ?? ''))
    await api.moderation.addFilter({ kind, value } as never)
    return { to: deskLink(lang, PATH, { done: 'addFilter' }) }
  },
  remove: async ({ api, lang }, form) => {
    await api.moderation.removeFilter({ id: String(form.get('id') ?? '') })
    return { to: deskLink(lang, PATH, { done: 'removeFilter' }) }
  },
})

export const meta = deskMeta('people', (t) => t.moderation.filters)

type Filter = Awaited<ReturnType<typeof loader>>['filters'][number]

export default function FiltersPage() {
  const t = useDeskTexts('people').moderation
  const { filters, done } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const said = done === undefined ? undefined : t.done[done]
  const failure = failureOf('add')
  const typed = typedIn('add')
  return (
    <>
      <DeskHead title={t.filters} lead={t.filtersLead} above={{ title: t.title, path: 'moderation' }} />
      <ModerationParts current="filters" />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <Panel title={t.addFilter} isForScreen>
        <KeptForm name="filter" className={styles.decide} key={filters.length}>
          <FormErrors failure={failure} labels={{ kind: t.filterKind, value: t.filterValue }} />
          <input type="hidden" name="intent" value="add" />
          <FieldRow>
            <SelectField
              name="kind"
              label={t.filterKind}
              defaultValue={typed.kind ?? 'word'}
              options={(['word', 'link'] as const).map((value) => ({ value, label: t.filterKinds[value] }))}
              required
            />
            <TextField
              name="value"
              label={t.filterValue}
              hint={t.filterHint}
              errors={failure?.fields.value}
              defaultValue={typed.value}
              dir="auto"
              required
            />
          </FieldRow>
          <div>
            <SubmitButton size="small">{t.addFilter}</SubmitButton>
          </div>
        </KeptForm>
      </Panel>
      <RecordList<Filter>
        label={t.filters}
        rows={filters}
        keyOf={({ id }) => id}
        pathOf={() => undefined}
        empty={<EmptyState title={t.noFilters} body={t.noFiltersBody} />}
        columns={[
          { name: 'value', title: t.filterValue, cell: ({ value }) => <bdi>{value}</bdi> },
          { name: 'kind', title: t.filterKind, cell: ({ kind }) => t.filterKinds[kind] },
          { name: 'by', title: t.addedBy, cell: ({ addedBy }) => <bdi>{addedBy ?? '—'}</bdi>, wideOnly: true },
          { name: 'at', title: t.addedAt, cell: ({ addedAt }) => <Moment iso={addedAt} />, wideOnly: true },
          { name: 'remove', title: t.removeFilter, cell: ({ id }) => <Remove id={id} /> },
        ]}
      />
    </>
  )
}

function Remove({ id }: { id: number }) {
  const t = useDeskTexts('people').moderation
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="quiet" size="small">
        {t.removeFilter}
      </SubmitButton>
    </Form>
  )
}
