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
import type { DeskOrganisation } from '../contract.ts'
import { ORGANISATION_KINDS } from '../kinds.ts'
import { Logo } from './logo.tsx'
import styles from './organisations.module.css'

const PATH = 'partners'

export const loader = deskLoader(async ({ api }) => {
  const [list, { rights }] = await Promise.all([api.organisations.organisations({}), api.desk.me({})])
  return { list, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  move: async ({ api, lang }, form) => {
    const { key, direction } = moveIn(form)
    await api.organisations.moveOrganisation({ id: key as never, direction })
    return { to: deskLink(lang, PATH) }
  },
})

export const meta = deskMeta('organisations', (t) => t.title)

export default function OrganisationsPage() {
  const t = useDeskTexts('organisations')
  const lang = useLang()
  const { list, mayChange } = useLoaderData<typeof loader>()
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
      <div className={styles.groups}>
        {ORGANISATION_KINDS.map((kind) => (
          <Panel key={kind} title={t.groups[kind]}>
            <Organisations rows={list.filter((one) => one.kind === kind)} none={t.noneOf[kind]} mayChange={mayChange} />
          </Panel>
        ))}
      </div>
    </>
  )
}

function Organisations({ rows, none, mayChange }: { rows: DeskOrganisation[]; none: string; mayChange: boolean }) {
  const t = useDeskTexts('organisations')
  const lang = useLang()
  if (rows.length === 0) return <p>{none}</p>
  return (
    <OrderedList>
      {rows.map(({ id, name, logo, hidden, english }, index) => (
        <OrderedRow
          key={id}
          name={inLang(name, lang)}
          to={deskLink(lang, `${PATH}/${id}`)}
          value={id}
          index={index}
          count={rows.length}
          mayMove={mayChange}
          before={<Logo address={logo} />}
        >
          {hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
          {english[0] ? <Badge tone="clay">{t[english[0].state]}</Badge> : null}
        </OrderedRow>
      ))}
    </OrderedList>
  )
}
