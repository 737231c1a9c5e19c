import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ListDone } from '../../../desk/ui/done-alert.tsx'
import { moveIn } from '../../../desk/ui/move-buttons.tsx'
import { OrderedList, OrderedRow } from '../../../desk/ui/ordered-list.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { DeskMenu } from '../contract.ts'
import { linksOf, menuAt, moved } from './menu-links.ts'

const PATH = 'menus'

export const loader = deskLoader(async ({ api }) => {
  const [{ menus }, { rights }] = await Promise.all([api.menus.menus({}), api.desk.me({})])
  return { menus, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  move: async ({ api, lang }, form) => {
    const { key, direction } = moveIn(form)
    const [place = '', to = ''] = key.split(' ')
    const menu = menuAt((await api.menus.menus({})).menus, place)
    const from = linksOf(menu)
    await api.menus.changeMenu({ place: menu.place, from, links: moved(from, to, direction) })
    return { to: deskLink(lang, PATH) }
  },
  reset: async ({ api, lang }, form) => {
    const menu = menuAt((await api.menus.menus({})).menus, String(form.get('place')))
    await api.menus.changeMenu({ place: menu.place, from: linksOf(menu), links: null })
    return { to: deskLink(lang, PATH) }
  },
})

export const meta = deskMeta('menus', (t) => t.title)

export default function MenusPage() {
  const t = useDeskTexts('menus')
  const lang = useLang()
  const { menus, mayChange } = useLoaderData<typeof loader>()
  const failure = useDeskAnswer().failureOf('move')
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ListDone />
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      {menus.map((menu) => (
        <Panel key={menu.place} title={t.places[menu.place]}>
          {menu.isUsual ? (
            <p>
              <Badge tone="sand">{t.usual}</Badge>
            </p>
          ) : null}
          <MenuLinks menu={menu} mayChange={mayChange} />
          {mayChange ? (
            <div>
              <ButtonLink to={deskLink(lang, `${PATH}/${menu.place}/link`)} variant="quiet" size="small" icon="plus">
                {t.add}
              </ButtonLink>
            </div>
          ) : null}
          {mayChange && !menu.isUsual ? (
            <Commands>
              <Command
                intent="reset"
                id={`reset-${menu.place}`}
                title={t.reset}
                happens={t.resetHappens}
                submit={t.reset}
                hidden={{ place: menu.place }}
              />
            </Commands>
          ) : null}
        </Panel>
      ))}
    </>
  )
}

function MenuLinks({ menu: { place, links }, mayChange }: { menu: DeskMenu; mayChange: boolean }) {
  const t = useDeskTexts('menus')
  const lang = useLang()
  if (links.length === 0) return <p>{t.empty}</p>
  return (
    <OrderedList>
      {links.map(({ to, label, name, hidden }, index) => (
        <OrderedRow
          key={to}
          name={(label ?? name)?.[lang] ?? to}
          to={mayChange ? deskLink(lang, `${PATH}/${place}/link`, { to }) : undefined}
          value={`${place} ${to}`}
          index={index}
          count={links.length}
          mayMove={mayChange}
        >
          {hidden ? <Badge tone="sand">{t.hidden}</Badge> : null}
        </OrderedRow>
      ))}
    </OrderedList>
  )
}
