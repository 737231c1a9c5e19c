import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ListDone } from '../../../desk/ui/done-alert.tsx'
import { moveIn } from '../../../desk/ui/move-buttons.tsx'
import { OrderedList, OrderedRow } from '../../../desk/ui/ordered-list.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

const PATH = 'branches'

export const loader = deskLoader(async ({ api }) => {
  const [{ branches }, { rights }] = await Promise.all([api.branches.branches({}), api.desk.me({})])
  return { branches, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  move: async ({ api, lang }, form) => {
    await api.branches.moveBranch(moveIn(form))
    return { to: deskLink(lang, PATH) }
  },
})

export const meta = deskMeta('branches', (t) => t.title)

export default function BranchesPage() {
  const t = useDeskTexts('branches')
  const lang = useLang()
  const { branches, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ListDone />
      <Panel title={t.title}>
        {branches.length === 0 ? <p>{t.none}</p> : null}
        <OrderedList>
          {branches.map(({ key, name, hidden }, index) => (
            <OrderedRow
              key={key}
              name={inLang(name, lang)}
              to={deskLink(lang, `${PATH}/${key}`)}
              value={key}
              index={index}
              count={branches.length}
              mayMove={mayChange}
            >
              {hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
            </OrderedRow>
          ))}
        </OrderedList>
      </Panel>
    </>
  )
}
