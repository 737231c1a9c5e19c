import { expect, it } from 'vitest'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { addedToDraft } from './draft-changes.ts'

const draft = { version: 3, changes: { title: { from: 'Old', to: 'Drafted' }, body: { from: null, to: 'Text' } } }
const title = (from: string, to: string) => ({ title: { from, to } })
const added = (changes: Record<string, { from: unknown; to: unknown }>) => addedToDraft(draft, changes)

it('keeps every field of the draft beside those that are added', () => {
  const summary = { from: 'Short', to: 'Shorter' }
  expect(added({ summary })).toEqual({ ...draft.changes, summary })
  expect(added(title('Old', 'Drafted '))).toEqual(draft.changes)
})

it('refuses another text of the same field with both texts, and takes it from who has read the draft’s', async () => {
  const problem = await problemOf((async () => added({ ...title('Old', 'Mine'), slug: { from: 'a', to: 'b' } }))())
  expect([problem.code, problem.conflicts]).toEqual([
    'changedMeanwhile',
    { title: { yours: 'Mine', theirs: 'Drafted' } },
  ])
  expect(added(title('Drafted', 'Mine'))).toEqual({ ...draft.changes, ...title('Old', 'Mine') })
  expect(added(title('Drafted', 'Old'))).toEqual({ body: draft.changes.body })
})
