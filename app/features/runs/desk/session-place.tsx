import { type DeskTexts, useDeskTexts } from '../../../desk/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { JOIN_BEFORE_MINUTES } from '../../orders/join-window.ts'
import type { RunDetails } from '../run-fields-contract.ts'

export type TrainerChoice = { id: number; name: string }

/** The trainers that a session can have. */
export async function trainerChoices({ api, lang }: PageRequest): Promise<TrainerChoice[]> {
  const { trainers } = await api.courseEditing.courseChoices({})
  return trainers.map(({ id, name }) => ({ id, name: name[lang] || name.ar || '' }))
}

/** What a session is, as commands on its run take it. */
export const inputOf = ({ day, from, to, room, joinLink, trainer }: RunDetails['sessions'][number]) => ({
  ...{ day, from, to },
  ...(room ? { room } : {}),
  ...(joinLink ? { joinLink } : {}),
  ...(trainer ? { trainerId: trainer.id } : {}),
})

/** The labels of its fields, for the errors of a form. */
export const placeLabels = (t: Pick<DeskTexts['runs'], 'room' | 'joinLink' | 'trainer'>) => ({
  room: t.room,
  joinLink: t.joinLink,
  trainerId: t.trainer,
})

/** Where a session takes place, and who teaches it. */
export function SessionPlace({
  values,
  trainers,
  errors = {},
}: {
  values: { room?: string | undefined; joinLink?: string | undefined; trainerId?: string | undefined }
  trainers: readonly TrainerChoice[]
  errors?: Record<string, string[]> | undefined
}) {
  const t = useDeskTexts('runs')
  const errorsOf = (name: string) => errors[name] ?? errors[`changes.${name}.to`]
  return (
    <>
      <TextField name="room" label={t.room} defaultValue={values.room} errors={errorsOf('room')} dir="auto" />
      <TextField
        name="joinLink"
        type="url"
        label={t.joinLink}
        hint={t.joinLinkHint(JOIN_BEFORE_MINUTES)}
        defaultValue={values.joinLink}
        errors={errorsOf('joinLink')}
      />
      <SelectField
        name="trainerId"
        label={t.trainer}
        defaultValue={values.trainerId ?? ''}
        errors={errorsOf('trainerId')}
        options={[
          { value: '', label: t.ofCourseTrainers },
          ...trainers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </>
  )
}
