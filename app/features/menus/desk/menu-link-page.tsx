import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, refusedAt, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DeskMenu, MenuLink } from '../contract.ts'
import { linkOf, linksOf, menuAt } from './menu-links.ts'

/** What stands in the choice of pages for an address of its own. */
const OWN = 'own'

type Args = { params: Record<string, string | undefined>; request: Request }

/** The link is found by where it leads to: a colleague may move it meanwhile. */
async function read({ api }: PageRequest, { params, request }: Args) {
  const { menus, pages, specializations } = await api.menus.menus({})
  const menu = menuAt(menus, params.place)
  const { to } = queryOf(request)
  const link = menu.links.find((one) => one.to === to) ?? null
  return { menu, link, isGone: to !== undefined && !link, pages, specializations }
}

export const loader = deskLoader(async (page, args) => {
  await requireRight(page, 'pages.change')
  return read(page, args)
})

/** The menu's links, with this one as the form was opened with it: where it is another one now, the call is refused. */
function linksOpened(menu: DeskMenu, link: MenuLink, form: FormData): MenuLink[] {
  let was: MenuLink | null = null
  try {
    was = JSON.parse(String(form.get('was'))) as MenuLink
  } catch {}
  return linksOf(menu).flatMap((one) => (one.to === link.to ? (was ?? []) : one))
}

/** Whether one of the pages was chosen. */
const isOfPages = (form: FormData) => !['', OWN].includes(String(form.get('page') ?? ''))

function linkIn(form: FormData): MenuLink {
  const text = (name: string) => String(form.get(name) ?? '')
  const to = isOfPages(form) ? text('page') : text('address')
  return { to, label: { ar: text('label.ar'), en: text('label.en') }, hidden: form.has('hidden') }
}

export const action = deskAction({
  save: async (page, form, args) => {
    const { menu, link, isGone } = await read(page, args)
    const t = deskTextsIn(page.lang, 'menus')
    if (isGone && !form.has('isGone'))
      return { refused: { code: 'changedMeanwhile', status: 409, message: t.gone, fields: {} } }
    const address = String(form.get('address') ?? '').trim()
    // Which of the two is meant, nobody knows but who typed it.
    if (isOfPages(form) && address !== '' && address !== link?.to) return refusedAt('address', t.addressBesides)
    const from = link ? linksOpened(menu, link, form) : linksOf(menu)
    const links = link ? from.map((one) => (one.to === link.to ? linkIn(form) : one)) : [...from, linkIn(form)]
    await page.api.menus.changeMenu({ place: menu.place, from: from as never, links })
    return { to: deskLink(page.lang, 'menus', { done: link ? 'saved' : 'added' }) }
  },
  remove: async (page, form, args) => {
    const { menu, link } = await read(page, args)
    if (link) {
      const from = linksOpened(menu, link, form)
      await page.api.menus.changeMenu({
        ...{ place: menu.place, from: from as never, links: from.filter(({ to }) => to !== link.to) },
      })
    }
    return { to: deskLink(page.lang, 'menus', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'menus', { link: MenuLink | null }>('menus', (t, shown) => (shown?.link ? t.edit : t.add))

export default function MenuLinkPage() {
  const t = useDeskTexts('menus')
  const { arabic, english } = useDeskTexts('frame').edit
  const lang = useLang()
  const { menu, link, isGone, pages, specializations } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const typed = typedIn('save')
  const was = JSON.stringify(link && linkOf(link))
  const known = [...pages, ...specializations]
  const opened = link && known.every(({ to }) => to !== link.to) ? OWN : (link?.to ?? '')
  const errors = atFields(failure?.fields)
  const labelErrors = errors.label ? { ...errors, 'label.ar': errors.label } : errors
  const value = (name: 'ar' | 'en') => typed[`label.${name}`] ?? link?.label?.[name] ?? ''
  const choices = [
    ...(link ? [] : [{ value: '', label: t.choosePage }]),
    ...known.map(({ to, name }) => ({
      value: to,
      label: to.startsWith('/') ? name[lang] : `${t.fields}: ${name[lang]}`,
    })),
    { value: OWN, label: t.own },
  ]
  return (
    <>
      <DeskHead title={link ? t.edit : t.add} lead={t.places[menu.place]} above={{ title: t.title, path: 'menus' }} />
      <RecordSides
        aside={
          link ? (
            <Commands>
              <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} hidden={{ was }} />
            </Commands>
          ) : null
        }
      >
        {isGone && !failure ? <Alert kind="info">{t.gone}</Alert> : null}
        <KeptForm name={`${menu.place}-${link?.to ?? 'new'}`}>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="was" value={was} />
          {isGone ? <input type="hidden" name="isGone" value="1" /> : null}
          <Panel title={t.facts}>
            <FormErrors
              failure={failure ? { ...failure, fields: labelErrors } : undefined}
              labels={{
                ...{ page: t.page, address: t.address, links: t.places[menu.place], label: t.label },
                ...{ 'label.ar': `${t.label}: ${arabic}`, 'label.en': `${t.label}: ${english}` },
              }}
            />
            <SelectField
              name="page"
              label={t.page}
              defaultValue={typed.page ?? opened}
              errors={errors.page}
              options={choices}
              required
            />
            <TextField
              name="address"
              label={t.address}
              hint={t.addressHint}
              dir="ltr"
              defaultValue={typed.address ?? (opened === OWN ? link?.to : '')}
              errors={errors.address}
            />
            <TwoLanguages
              name="label"
              label={t.label}
              hint={t.labelHint}
              values={{ ar: value('ar'), en: value('en') }}
              errors={labelErrors}
            />
            <CheckField
              name="hidden"
              label={t.hide}
              defaultChecked={failure ? typed.hidden !== undefined : (link?.hidden ?? false)}
            />
            <div>
              <SubmitButton>{t.save}</SubmitButton>
            </div>
          </Panel>
        </KeptForm>
      </RecordSides>
    </>
  )

  /** Errors of the call at the fields of this one link. */
  function atFields(fields: Record<string, string[]> = {}): Record<string, string[]> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, texts]) => {
        const field = name.replace(/^links\.\d+\./, '')
        return [field === 'to' ? ((typed.page ?? opened) === OWN || typed.address ? 'address' : 'page') : field, texts]
      }),
    )
  }
}
