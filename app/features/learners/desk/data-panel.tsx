import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel, Trail } from '../../../desk/ui/panel.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { Learner } from '../contract.ts'

type DataFiles = Awaited<ReturnType<PageRequest['api']['learners']['dataFiles']>>

/** What a person may ask for by law, and two accounts of one person. */
export function DataPanel({ learner, files }: { learner: Learner; files: DataFiles }) {
  const t = useDeskTexts('learners').data
  const lang = useLang()
  const field = useCommandField('askData')
  return (
    <Panel title={t.title} isForScreen>
      <Commands>
        <Command
          intent="askData"
          title={t.copy.title}
          happens={t.copy.happens}
          submit={t.copy.submit}
          labels={{ reason: t.reason }}
        >
          <SelectField
            {...field('reason')}
            label={t.reason}
            required
            options={(['request', 'authority'] as const).map((value) => ({ value, label: t.copy.reasons[value] }))}
          />
        </Command>
      </Commands>
      <Trail
        events={files.map(({ id, askedAt, askedBy, reason, readyAt, isThere }) => ({
          key: id,
          title: isThere ? (
            <a href={deskLink(lang, `learners/${learner.id}/export`, { file: String(id) })}>{t.copy.open}</a>
          ) : readyAt ? (
            t.copy.over
          ) : (
            t.copy.waits
          ),
          when: <Moment iso={askedAt} />,
          who: <bdi>{askedBy ?? t.former}</bdi>,
          detail: t.copy.reasons[reason],
        }))}
      />
      {learner.isStaff ? null : (
        <>
          <ButtonLink to={deskLink(lang, `learners/${learner.id}/merge`)} variant="quiet" icon="people">
            {t.merge.title}
          </ButtonLink>
          <ButtonLink to={deskLink(lang, `learners/${learner.id}/erase`)} variant="quiet" icon="close">
            {t.erase.title}
          </ButtonLink>
        </>
      )}
    </Panel>
  )
}
